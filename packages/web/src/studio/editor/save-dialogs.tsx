// Before saving: the consequences for data and rights. And after a conflicting change: both versions.

import { Button, Group, Modal, Text } from '@mantine/core'
import type { PlanOfText } from '@ninefold/core/contract/wire/development.ts'
import { POINT_HEADINGS } from '@ninefold/core/model/points.ts'
import { type DifferingFile, differingFiles } from './differing-lines.ts'
import { inLines } from './use-document.ts'
import type { Saving } from './use-saving.ts'
import { words } from '../words.ts'
import styles from './editor.module.css'

interface SaveDialogsProps {
  readonly saving: Saving
  readonly text: string
  /** The main file. */
  readonly file: string
}

export function SaveDialogs({ saving, text, file }: SaveDialogsProps) {
  const { asked, conflict, isBusy } = saving
  return (
    <>
      <Modal opened={asked !== null} onClose={saving.cancel} title={words.planTitle}>
        {asked !== null && <Plan plan={asked.plan} />}
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={saving.cancel}>
            {words.planCancel}
          </Button>
          <Button loading={isBusy} onClick={() => void saving.confirm()} data-autofocus>
            {words.planConfirm}
          </Button>
        </Group>
      </Modal>
      <Modal opened={conflict !== null} onClose={saving.cancel} title={words.conflictTitle} size="xl">
        <Text size="sm" mb="sm">
          {words.conflictNote}
        </Text>
        {conflict !== null && <Conflict files={differingFiles(inLines(conflict), text)} main={file} />}
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={saving.cancel}>
            {words.planCancel}
          </Button>
          <Button variant="default" onClick={saving.takeTheirs}>
            {words.takeTheirs}
          </Button>
          <Button color="red" loading={isBusy} onClick={() => void saving.keepMine()}>
            {words.keepMine}
          </Button>
        </Group>
      </Modal>
    </>
  )
}

function Plan({ plan }: { readonly plan: PlanOfText | null }) {
  if (plan === null) return <Text size="sm">{words.planErrors}</Text>
  const { differences, concerned } = plan
  if (differences.length + concerned.length === 0) return <Text size="sm">{words.planNothing}</Text>
  return (
    <div className={styles.plan} tabIndex={0}>
      {[true, false].map((losesValues) => {
        const steps = concerned.filter((each) => each.losesValues === losesValues)
        return (
          steps.length > 0 && (
            <div key={String(losesValues)} className={styles.concerned}>
              <Text size="sm" fw={600}>
                {losesValues ? words.losesValues : words.needsRecords}
              </Text>
              <ul>
                {steps.map(({ sentence, rows }) => (
                  <li key={sentence}>
                    {sentence} <strong>{words.rows(rows)}</strong>
                  </li>
                ))}
              </ul>
            </div>
          )
        )
      })}
      <ul>
        {differences.map(({ point, sentence }) => (
          <li key={`${point} ${sentence}`}>
            <span className={styles.pointNumber}>{POINT_HEADINGS[point].number}</span> {sentence}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Conflict({ files, main }: { readonly files: readonly DifferingFile[]; readonly main: string }) {
  return files.map(({ path, ...lines }) => (
    <div key={path} className={styles.conflict}>
      {(files.length > 1 || path !== null) && <h3>{path ?? main}</h3>}
      <div className={styles.versions}>
        {(['theirs', 'mine'] as const).map((side) => (
          <section key={side} aria-label={words[side]}>
            <h4>{words[side]}</h4>
            <pre tabIndex={0}>{lines[side].join('\n')}</pre>
          </section>
        ))}
      </div>
    </div>
  ))
}

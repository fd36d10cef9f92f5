// Why a specification is not applied: its errors, each with the marked line, and changes that lose data and wait for
// consent.

import { Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconDatabaseExclamation } from '@tabler/icons-react'
import { useState } from 'react'
import type { SpecificationReport } from '@ninefold/core/contract/wire/development.ts'
import { consent } from '../../client/session.ts'
import { noticeDone, noticeFailed } from '../errors.tsx'
import { words } from '../words/words.ts'
import { AUTHORS_LANGUAGE } from './authors-language.ts'
import { DiagnosticView } from './diagnostic-view.tsx'
import styles from './development.module.css'

interface HeldBackProps {
  readonly report: SpecificationReport
}

export function HeldBackPill({ report, show }: HeldBackProps & { readonly show: () => void }) {
  const errors = errorsOf(report)
  return (
    <button type="button" className={styles.pill} data-kind="held-back" onClick={show}>
      <IconAlertTriangle size={15} aria-hidden="true" />
      {errors.length > 0 ? words.development.show(errors.length) : words.development.showWaiting}
    </button>
  )
}

export function HeldBackPanel({ report, hide }: HeldBackProps & { readonly hide: () => void }) {
  const errors = errorsOf(report)
  return (
    <section
      className={styles.panel}
      role="alert"
      aria-label={errors.length > 0 ? words.development.heldBack : waitingTitle(report)}
    >
      <div className={styles.scroll} tabIndex={0}>
        {errors.length > 0 && (
          <div className={styles.part}>
            <h2 className={styles.title}>
              <IconAlertTriangle size={17} aria-hidden="true" />
              {words.development.heldBack}
            </h2>
            <p className={styles.note}>{words.development.heldBackNote}</p>
            <ol className={styles.diagnostics}>
              {errors.map((found) => (
                <li key={`${found.number} ${found.file} ${found.line} ${found.column}`}>
                  <DiagnosticView found={found} />
                </li>
              ))}
            </ol>
          </div>
        )}
        {report.waiting.length > 0 && <Waiting report={report} leave={hide} />}
      </div>
      {errors.length > 0 && (
        <Group justify="flex-end" className={styles.foot}>
          <Button variant="default" onClick={hide}>
            {words.development.hide}
          </Button>
        </Group>
      )}
    </section>
  )
}

function Waiting({ report, leave }: HeldBackProps & { readonly leave: () => void }) {
  const [isSending, setSending] = useState(false)
  const apply = async (): Promise<void> => {
    setSending(true)
    try {
      await consent()
      noticeDone(words.development.consented)
    } catch (thrown) {
      noticeFailed(words.development.applyAndDelete, thrown)
    } finally {
      setSending(false)
    }
  }
  const canBeAgreed = isAgreeable(report)
  return (
    <div className={styles.part}>
      <h2 className={styles.title}>
        <IconDatabaseExclamation size={17} aria-hidden="true" />
        {waitingTitle(report)}
      </h2>
      <p className={styles.note}>{canBeAgreed ? words.development.waitingNote : words.development.unfittingNote}</p>
      <ul className={styles.waiting}>
        {report.waiting.map(({ sentence, rows }) => (
          <li key={sentence}>
            <span {...AUTHORS_LANGUAGE}>{sentence}</span> <strong>{words.development.rows(rows)}</strong>
          </li>
        ))}
      </ul>
      <Group gap="xs">
        {canBeAgreed && (
          <Button color="red" loading={isSending} onClick={() => void apply()}>
            {words.development.applyAndDelete}
          </Button>
        )}
        <Button variant="default" onClick={leave}>
          {canBeAgreed ? words.development.leaveAsItIs : words.development.hide}
        </Button>
      </Group>
    </div>
  )
}

/** Values can be given up by consent; records that break a rule have to be corrected. */
function isAgreeable({ waiting }: SpecificationReport): boolean {
  return waiting.every(({ losesValues }) => losesValues)
}

function waitingTitle(report: SpecificationReport): string {
  return isAgreeable(report) ? words.development.waitingTitle : words.development.unfittingTitle
}

function errorsOf(report: SpecificationReport) {
  return report.diagnostics.filter(({ severity }) => severity === 'error')
}

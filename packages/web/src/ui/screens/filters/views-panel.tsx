// Panel of the saved views of a list: open one, save the present selection under a name, and the menu of each view.

import { Button, FocusTrap, TextInput } from '@mantine/core'
import { IconBookmark, IconCheck, IconHome, IconUsers } from '@tabler/icons-react'
import { useState, type FormEvent, type MouseEvent, type ReactNode } from 'react'
import { type View, VIEW_NAME_LENGTH_MAX } from '@ninefold/core/contract/screens/views.ts'
import { statedViews } from '../../../client/lists/stated-view.ts'
import { roleWords } from '../../roles/role-words.ts'
import { useApp } from '../../app-context.ts'
import { sharingText } from '../../words/sharing/sharing-text.ts'
import { words } from '../../words/words.ts'
import type { ToolsProps } from '../lists/tools-props.ts'
import { useViewWork, type ViewWork } from './use-view-work.ts'
import { ViewMenu } from './view-menu.tsx'
import { ViewName } from './view-name.tsx'
import styles from './views.module.css'

interface PanelProps extends ToolsProps {
  readonly own: readonly View[]
  /** The present query of the list. */
  readonly query: string
  readonly close: () => void
}

export default function ViewsPanel(props: PanelProps) {
  const { block, asChosen, own, query, close } = props
  const stated = statedViews(block)
  const all = words.tables.lists
  const work = useViewWork(props)
  const look = (view: string): void => {
    work.look(view)
    close()
  }
  return (
    <FocusTrap>
      <div className={styles.panel}>
        <ul className={styles.list}>
          <li className={styles.item}>
            <Choice address={work.addressOf('')} isShown={query === ''} look={() => look('')}>
              {all.statedView}
            </Choice>
          </li>
          {stated.map((view) => (
            <li key={`${view.name}?${view.query}`} className={styles.item}>
              <Choice address={work.addressOf(view.query)} isShown={view.query === query} look={() => look(view.query)}>
                {view.name}
              </Choice>
            </li>
          ))}
          {own.map((view) => (
            <ViewItem key={view.id} {...{ view, work, query, look }} />
          ))}
        </ul>
        <SaveForm
          {...{ work, close }}
          isMeant={query !== '' && ![...stated, ...own].some((view) => view.query === query)}
        />
        <p className={styles.note}>{asChosen.views.isGuest ? all.viewNoteGuest : all.viewNote}</p>
      </div>
    </FocusTrap>
  )
}

interface SaveProps {
  readonly work: ViewWork
  readonly close: () => void
  /** The list shows what no view has, so this is why the panel was opened. */
  readonly isMeant: boolean
}

function SaveForm({ work, close, isMeant }: SaveProps) {
  const all = words.tables.lists
  const [name, setName] = useState('')
  const wanted = name.trim()
  const send = async (): Promise<void> => {
    if (!(await work.make(wanted))) return
    setName('')
    close()
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (wanted !== '') void send()
      }}
    >
      <TextInput
        size="xs"
        className={styles.name}
        data-autofocus={isMeant || undefined}
        aria-label={all.viewName}
        placeholder={all.viewName}
        maxLength={VIEW_NAME_LENGTH_MAX}
        value={name}
        error={work.problem}
        leftSection={<IconBookmark size={14} aria-hidden="true" />}
        onChange={(event) => {
          setName(event.currentTarget.value)
          work.forgetProblem()
        }}
      />
      <Button size="xs" type="submit" disabled={wanted === ''}>
        {all.save}
      </Button>
    </form>
  )
}

interface ChoiceProps {
  readonly address: string
  readonly isShown: boolean
  readonly look: () => void
  readonly children: ReactNode
}

/** A link, so that it can be opened in a new tab and copied. */
function Choice({ address, isShown, look, children }: ChoiceProps) {
  return (
    <a
      href={address}
      className={styles.choice}
      aria-current={isShown ? 'true' : undefined}
      onClick={(event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        look()
      }}
    >
      <IconCheck size={14} className={styles.check} aria-hidden="true" />
      <span className={styles.label}>{children}</span>
    </a>
  )
}

interface ItemProps {
  readonly view: View
  readonly work: ViewWork
  readonly query: string
  readonly look: (query: string) => void
}

function ViewItem({ view, work, query, look }: ItemProps) {
  const [isRenamed, setRenamed] = useState(false)
  const isShown = view.query === query
  return (
    <li className={styles.item}>
      {isRenamed ? (
        <ViewName view={view} work={work} done={() => setRenamed(false)} />
      ) : (
        <Choice address={work.addressOf(view.query)} isShown={isShown} look={() => look(view.query)}>
          {view.name}
          <Signs view={view} />
        </Choice>
      )}
      <ViewMenu
        view={view}
        work={work}
        isElsewhere={!isShown}
        rename={() => setRenamed(true)}
        isRenamed={isRenamed}
        position="bottom-end"
      />
    </li>
  )
}

function Signs({ view }: Pick<ItemProps, 'view'>) {
  const app = useApp()
  const text = sharingText()
  return (
    <>
      {view.sharedWith !== undefined && (
        <Sign text={text.isShared(roleWords(app, view.sharedWith))}>
          <IconUsers size={13} aria-hidden="true" />
        </Sign>
      )}
      {view.opensFirst === true && (
        <Sign text={text.openFirst}>
          <IconHome size={13} aria-hidden="true" />
        </Sign>
      )}
    </>
  )
}

function Sign({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <span className={styles.shared} title={text}>
      {children}
      <span className="visually-hidden">{text}</span>
    </span>
  )
}

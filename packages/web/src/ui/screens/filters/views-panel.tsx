// Panel of the saved views of a list: open, share, rename and delete.

import { ActionIcon, Button, FocusTrap, Menu, TextInput } from '@mantine/core'
import { IconBookmark, IconCheck, IconCopy, IconPencil, IconReplace, IconTrash, IconUsers } from '@tabler/icons-react'
import { useState, type FormEvent, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { SHOWN_COLUMNS, type View, VIEW_NAME_LENGTH_MAX } from '@ninefold/core/contract/screens/views.ts'
import { keysShown } from '../../../client/lists/list-columns.ts'
import { changeListAddress, parseSearch, stringifySearch, viewChange } from '../../../client/lists/list-address.ts'
import { RequestRefused } from '../../../client/query/request.ts'
import { NotKept } from '../../../client/lists/views.ts'
import { roleWords } from '../../roles/role-words.ts'
import { useApp } from '../../app-context.ts'
import { sharingText } from '../../words/sharing/sharing-text.ts'
import { showNotice } from '../../notices.tsx'
import { words } from '../../words/words.ts'
import type { ToolsProps } from '../lists/tools-props.ts'
import styles from './views.module.css'

interface PanelProps extends ToolsProps {
  readonly own: readonly View[]
  /** The present query of the list. */
  readonly query: string
  readonly close: () => void
}

export default function ViewsPanel(props: PanelProps) {
  const { screen, block, index, change, asChosen, own, query, close } = props
  const { store, again, isGuest } = asChosen.views
  const all = words.tables.lists
  const [problem, setProblem] = useState<string | null>(null)
  const app = useApp()
  const said = (role: string): string => roleWords(app, role)
  const look = (view: string): void => {
    change(viewChange(block, view))
    close()
  }
  const now = queryToSave(props)
  const keep = async (work: () => Promise<void>, done: string): Promise<boolean> => {
    try {
      await work()
    } catch (thrown) {
      setProblem(sentenceOf(thrown))
      return false
    }
    setProblem(null)
    await again()
    showNotice({ message: done })
    return true
  }
  return (
    <FocusTrap>
      <div className={styles.panel}>
        <ul className={styles.list}>
          <li className={styles.item}>
            <Choice {...props} query="" isShown={query === ''} look={look}>
              {all.statedView}
            </Choice>
          </li>
          {own.map((view) => (
            <ViewItem
              key={view.id}
              {...props}
              view={view}
              isShown={view.query === query}
              look={look}
              rename={(to) => keep(() => store.change(view.id, { name: to }), all.viewSaved(to))}
              set={async () => {
                if (await keep(() => store.change(view.id, { query: now }), all.viewSet(view.name))) look(now)
              }}
              share={
                store.share === null
                  ? null
                  : async (role) => {
                      const done =
                        role === null ? sharingText().unshared(view.name) : sharingText().shared(view.name, said(role))
                      await keep(() => store.share?.(view.id, role) ?? Promise.resolve(), done)
                    }
              }
              drop={() => keep(() => store.drop(view.id), all.viewDeleted(view.name))}
            />
          ))}
        </ul>
        <SaveForm
          problem={problem}
          forget={() => setProblem(null)}
          save={(name) =>
            keep(() => store.make({ screen: screen.key, block: index, name, query: now }), all.viewSaved(name))
          }
          look={() => look(now)}
        />
        <p className={styles.note}>{isGuest ? all.viewNoteGuest : all.viewNote}</p>
      </div>
    </FocusTrap>
  )
}

interface SaveProps {
  readonly problem: string | null
  readonly forget: () => void
  /** Resolves to whether it was saved. */
  readonly save: (name: string) => Promise<boolean>
  /** Opens the saved view. */
  readonly look: () => void
}

function SaveForm({ problem, forget, save, look }: SaveProps) {
  const all = words.tables.lists
  const [name, setName] = useState('')
  const wanted = name.trim()
  const send = async (): Promise<void> => {
    if (!(await save(wanted))) return
    setName('')
    look()
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
        aria-label={all.viewName}
        placeholder={all.viewName}
        maxLength={VIEW_NAME_LENGTH_MAX}
        value={name}
        error={problem}
        leftSection={<IconBookmark size={14} aria-hidden="true" />}
        onChange={(event) => {
          setName(event.currentTarget.value)
          forget()
        }}
      />
      <Button size="xs" type="submit" disabled={wanted === ''}>
        {all.save}
      </Button>
    </form>
  )
}

/** Includes the columns that are shown now, so that later changes to the defaults do not affect the view. */
function queryToSave({ query, asChosen }: Pick<PanelProps, 'query' | 'asChosen'>): string {
  const { columns } = asChosen
  if (columns === null) return query
  return stringifySearch({ ...parseSearch(query), [SHOWN_COLUMNS]: keysShown(columns.chosen).join(',') }).slice(1)
}

function sentenceOf(thrown: unknown): string {
  const all = words.tables.lists
  const isOf = (code: string): boolean => thrown instanceof RequestRefused && thrown.problem.code === code
  if (isOf('TAKEN') || (thrown instanceof NotKept && thrown.why === 'taken')) return all.viewTaken
  if (isOf('TOO_BIG') || (thrown instanceof NotKept && thrown.why === 'too many')) return all.viewsFull
  return all.notKept
}

interface ChoiceProps extends PanelProps {
  readonly isShown: boolean
  readonly look: (query: string) => void
  readonly children: ReactNode
}

/** A link, so that it can be opened in a new tab and copied. */
function Choice({ block, prefix, search, query, isShown, look, children }: ChoiceProps) {
  return (
    <a
      href={addressOf({ block, prefix, search }, query)}
      className={styles.choice}
      aria-current={isShown ? 'true' : undefined}
      onClick={(event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        look(query)
      }}
    >
      <IconCheck size={14} className={styles.check} aria-hidden="true" />
      <span className={styles.label}>{children}</span>
    </a>
  )
}

type InAddress = Pick<PanelProps, 'block' | 'prefix' | 'search'>

function addressOf({ block, prefix, search }: InAddress, query: string): string {
  return window.location.pathname + stringifySearch(changeListAddress(search, prefix, viewChange(block, query)))
}

interface ItemProps extends PanelProps {
  readonly view: View
  readonly isShown: boolean
  readonly look: (query: string) => void
  readonly rename: (name: string) => Promise<boolean>
  readonly set: () => Promise<void>
  /** Null: views are not shared here. */
  readonly share: ((role: string | null) => Promise<void>) | null
  readonly drop: () => Promise<boolean>
}

function ViewItem(item: ItemProps) {
  const { view, rename, set, share, drop } = item
  const all = words.tables.lists
  const [typed, type] = useState<string | null>(null)
  const send = async (): Promise<void> => {
    const name = (typed ?? '').trim()
    if (name === '' || name === view.name || (await rename(name))) type(null)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') void send()
    else if (event.key === 'Escape') type(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  if (typed !== null)
    return (
      <li className={styles.item}>
        <TextInput
          size="xs"
          className={styles.name}
          aria-label={all.renameView(view.name)}
          maxLength={VIEW_NAME_LENGTH_MAX}
          value={typed}
          data-autofocus
          ref={focused}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={() => void send()}
        />
      </li>
    )
  return (
    <li className={styles.item}>
      <Choice {...item} query={view.query}>
        {view.name}
        {view.sharedWith !== undefined && <SharedSign role={view.sharedWith} />}
      </Choice>
      <span className={styles.actions}>
        {view.isOthers !== true && <OwnActions {...{ view, set, share, drop, rename: () => type(view.name) }} />}
        <Act label={all.copyView(view.name)} act={() => void copy(addressOf(item, view.query))}>
          <IconCopy size={14} />
        </Act>
      </span>
    </li>
  )
}

function SharedSign({ role }: { readonly role: string }) {
  const app = useApp()
  const text = sharingText().isShared(roleWords(app, role))
  return (
    <span className={styles.shared} title={text}>
      <IconUsers size={13} aria-hidden="true" />
      <span className="visually-hidden">{text}</span>
    </span>
  )
}

interface OwnActionsProps extends Pick<ItemProps, 'view' | 'set' | 'share' | 'drop'> {
  readonly rename: () => void
}

function OwnActions({ view, set, share, drop, rename }: OwnActionsProps) {
  const all = words.tables.lists
  return (
    <>
      <Act label={all.renameView(view.name)} act={rename}>
        <IconPencil size={14} />
      </Act>
      <Act label={all.setView(view.name)} act={() => void set()}>
        <IconReplace size={14} />
      </Act>
      {share !== null && <ShareMenu view={view} share={share} />}
      <Act label={all.deleteView(view.name)} act={() => void drop()}>
        <IconTrash size={14} />
      </Act>
    </>
  )
}

/** Shares with the roles that this person has. */
function ShareMenu({
  view,
  share,
}: Pick<ItemProps, 'view'> & { readonly share: (role: string | null) => Promise<void> }) {
  const app = useApp()
  const label = sharingText().share(view.name)
  const choice = (role: string | null, text: string) => {
    const isSo = (view.sharedWith ?? null) === role
    return (
      <Menu.Item
        key={role ?? ''}
        aria-current={isSo || undefined}
        rightSection={isSo ? <IconCheck size={14} aria-hidden="true" /> : null}
        onClick={() => void share(role)}
      >
        {text}
      </Menu.Item>
    )
  }
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <ActionIcon size="sm" variant="subtle" color="gray" aria-label={label} title={label}>
          <IconUsers size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {choice(null, sharingText().onlyMe)}
        {(app.caller?.roles ?? []).map((role) => choice(role, sharingText().with(roleWords(app, role))))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Selects the text when renaming begins. */
function focused(input: HTMLInputElement | null): void {
  input?.focus()
}

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(window.location.origin + address)
    showNotice({ message: words.copied })
  } catch {
    // Some browsers deny a page access to the clipboard: then the address is shown for copying by hand.
    showNotice({ message: window.location.origin + address, autoClose: false })
  }
}

function Act({
  label,
  act,
  children,
}: {
  readonly label: string
  readonly act: () => void
  readonly children: ReactNode
}) {
  return (
    <ActionIcon size="sm" variant="subtle" color="gray" aria-label={label} title={label} onClick={act}>
      {children}
    </ActionIcon>
  )
}

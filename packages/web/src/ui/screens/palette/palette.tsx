// The command palette: an input, and below it screens, actions and found records. It is a combobox: the arrow keys move
// through the list while the cursor stays in the input.

import { Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowRight, IconBolt, IconFileText, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useId, useState, type KeyboardEvent } from 'react'
import type { AppScreen } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import { FOUND_COUNT_MAX } from '@ninefold/core/model/lists/list-count.ts'
import { matchScreen } from '../../../client/addresses.ts'
import { fitting, searchQuery, type Offered } from '../../../client/palette.ts'
import { useApp, type ShownApp } from '../../app-context.ts'
import { useAct, type Acting } from '../../calls/action-context.ts'
import { Letter } from '../../calls/action-look.tsx'
import { useFormats } from '../../formats.ts'
import { useOwnChoices, useRecordChoices, useSeenChoices, type PaletteChoice } from '../../records/palette-choices.tsx'
import { Marked } from '../../inputs/marked.tsx'
import { withoutComposed } from '../../records/record-page.ts'
import { words } from '../../words/words.ts'
import { takeTyped } from './typed-ahead.ts'
import styles from './palette.module.css'

const SEARCH_DELAY_MS = 200

type Choice = PaletteChoice &
  Offered & {
    /** Words of the result, shown if the typed text does not occur in it. */
    readonly meant?: string
    /** The text of a record that has the typed words, if its label has not. */
    readonly detail?: string
  }

export function Palette({ close }: { readonly close: () => void }) {
  const [typed, setTyped] = useState('')
  const choices = useChoices(typed)
  const [at, setAt] = useState(0)
  const id = useId()
  const chosen = choices.all[Math.min(at, choices.all.length - 1)]
  const take = (choice: Choice): void => {
    close()
    choice.choose()
  }
  const press = (event: KeyboardEvent): void => {
    const last = choices.all.length - 1
    const next = { ArrowDown: at >= last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1, Home: 0, End: last }[event.key]
    if (next !== undefined && last >= 0) {
      event.preventDefault()
      setAt(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && chosen !== undefined) {
      event.preventDefault()
      take(chosen)
    }
  }
  return (
    <Modal
      opened
      onClose={close}
      withCloseButton={false}
      padding={0}
      size="lg"
      yOffset="12vh"
      centered={false}
      attributes={{ content: { 'aria-label': words.palette.title } }}
    >
      <div className={styles.asked}>
        <IconSearch size={18} aria-hidden="true" />
        <input
          className={styles.input}
          role="combobox"
          aria-expanded={choices.all.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen === undefined ? undefined : `${id}-${choices.all.indexOf(chosen)}`}
          aria-autocomplete="list"
          aria-label={words.palette.ask}
          placeholder={words.palette.ask}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={typed}
          onFocus={() => setTyped((before) => before + takeTyped())}
          onKeyDown={press}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setAt(0)
          }}
        />
      </div>
      <Choices id={id} all={choices.all} chosen={chosen} typed={typed} point={setAt} take={take} />
      <p role="status" className={choices.all.length > 0 ? 'visually-hidden' : styles.nothing}>
        {choices.isSearching ? words.entities.searching : words.palette.found(choices.all.length)}
        {choices.isExactOnly && choices.all.length === 0 && <> {words.palette.exactOnly}</>}
      </p>
    </Modal>
  )
}

interface ChoicesProps {
  readonly id: string
  readonly all: readonly Choice[]
  readonly chosen: Choice | undefined
  readonly typed: string
  readonly point: (index: number) => void
  readonly take: (choice: Choice) => void
}

function Choices({ id, all, chosen, typed, point, take }: ChoicesProps) {
  return (
    <div id={`${id}-list`} role="listbox" aria-label={words.palette.title} className={styles.list}>
      {grouped(all).map(({ group, members }) => (
        <div key={group} role="group" aria-label={group}>
          <div className={styles.group} aria-hidden="true">
            {group}
          </div>
          {members.map((choice) => (
            <div
              key={choice.key}
              id={`${id}-${all.indexOf(choice)}`}
              role="option"
              tabIndex={-1}
              aria-selected={choice === chosen}
              className={styles.choice}
              onMouseMove={() => point(all.indexOf(choice))}
              onClick={() => take(choice)}
            >
              {choice.icon}
              <span className={styles.label}>
                <Marked text={choice.label} sought={choice.meant ?? typed} />
                {choice.detail !== undefined && (
                  <span className={styles.detail}>
                    <Marked text={choice.detail} sought={typed} />
                  </span>
                )}
              </span>
              {choice.letter !== undefined && <Letter letter={choice.letter} />}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

interface AllChoices {
  readonly all: readonly Choice[]
  readonly isSearching: boolean
  /** True: the database cannot search with typing mistakes. */
  readonly isExactOnly: boolean
}

function useChoices(typed: string): AllChoices {
  const app = useApp()
  const acting = useAct()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const formats = useFormats()
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS)
  const { data, isFetching } = useQuery({ ...searchQuery(search), enabled: search !== '' })
  const worded = (total: number): string =>
    total > FOUND_COUNT_MAX ? words.limits.moreThan(formats.count(FOUND_COUNT_MAX)) : formats.count(total)
  const go = (to: string) => (): void => void navigate({ to })
  const screen = matchScreen(app.screens, pathname)?.screen ?? null
  const records = (typed.trim() === '' ? [] : (data?.groups ?? [])).flatMap(({ entity, total, records: some }) =>
    some.map(({ label, address, detail }) => ({
      key: address,
      label,
      ...(detail === undefined ? {} : { detail }),
      group: total > some.length ? words.palette.someOf(entity, formats.count(some.length), worded(total)) : entity,
      icon: <IconFileText size={16} aria-hidden="true" />,
      choose: go(address),
    })),
  )
  const near = (typed.trim() === '' ? [] : (data?.near ?? [])).map(({ entity, label, address, words: meant }) => ({
    key: address,
    label,
    meant: meant.join(' '),
    group: words.palette.near(entity),
    icon: <IconFileText size={16} aria-hidden="true" />,
    choose: go(address),
  }))
  const ofRecord = useRecordChoices()
  const found = new Set([...records, ...near].map(({ key }) => key))
  const seen = useSeenChoices().filter(({ key }) => !found.has(key.replace(/^seen /, '')))
  const own = useOwnChoices()
  const here = actionChoices(app, screen, acting, ofRecord.length > 0)
  const commands = [...ofRecord, ...seen, ...here, ...screenChoices(app, go)]
  return {
    all: [...fitting(commands, typed, app.language), ...records, ...near, ...fitting(own, typed, app.language)],
    isSearching: search !== typed.trim() || (isFetching && search !== ''),
    isExactOnly: data?.isExactOnly === true,
  }
}

/** Actions on the screen as a whole; actions on one record stand beside the record. */
function actionChoices(
  { screens }: ShownApp,
  screen: AppScreen | null,
  { act }: Acting,
  /** True: the record's entry already lists the actions of its page. */
  hasRecord: boolean,
): Choice[] {
  const own = screen === null ? [] : withoutComposed(withoutRecord(screen), screen)
  const here = own
    .filter((action) => !hasRecord || screen?.actions.includes(action) !== true)
    .flatMap((action) => (screen === null ? [] : [{ screen, action }]))
  const elsewhere = screens
    .filter((other) => other !== screen && !other.address.includes(':'))
    .flatMap((other) =>
      withoutRecord(other)
        .filter(isCreation)
        .map((action) => ({ screen: other, action })),
    )
  const group = (own: AppScreen): string => (own === screen ? words.palette.here : words.palette.create)
  const offered = [...here, ...elsewhere].filter(({ action }) => !isAboutPlace(action))
  // Two lists of a screen may offer the same.
  return [...new Map(offered.map((each) => [sameness(each), each])).values()].map((each) => ({
    key: `${each.screen.key} ${each.action.key}`,
    label: each.action.label,
    group: group(each.screen),
    icon: <IconBolt size={16} aria-hidden="true" />,
    choose: () => act({ ...each, row: null }),
  }))
}

function sameness({ screen, action }: { readonly screen: AppScreen; readonly action: AppAction }): string {
  const does = action.kind === 'call' ? `${action.method} ${action.path}` : action.key
  return `${screen.key} ${action.label} ${does}`
}

/** Actions at the head of the page, and beside its lists. */
function withoutRecord({ actions, blocks }: AppScreen): AppAction[] {
  return [
    ...actions,
    ...blocks.flatMap((block) => (block.kind === 'list' && block.answer === null ? block.offers : [])),
  ]
}

function isCreation(action: AppAction): boolean {
  return action.kind === 'call' && action.method === 'POST' && action.form.length > 0
}

/** True: the action needs a parameter that this address lacks, or values of the page's record. */
function isAboutPlace(action: AppAction): boolean {
  return action.kind === 'open' ? action.address.includes(':') : action.kind === 'call' && action.asksPage === true
}

function screenChoices({ navigation }: ShownApp, go: (to: string) => () => void): Choice[] {
  return navigation.map(({ label, address }) => ({
    key: `go ${address}`,
    label,
    group: words.palette.goTo,
    icon: <IconArrowRight size={16} aria-hidden="true" />,
    choose: go(address),
  }))
}

function grouped(choices: readonly Choice[]): { readonly group: string; readonly members: readonly Choice[] }[] {
  return [...Map.groupBy(choices, ({ group }) => group)].map(([group, members]) => ({ group, members }))
}

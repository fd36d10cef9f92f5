// Mentions in a text: `@` and the beginning of a name suggests people whom the call accepts.

import { useState, type ChangeEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { stillMentioned, typedMention, withMention, type TypedMention } from '../../client/entering/mentions.ts'
import { nameOf } from '../../client/input/form-values.ts'
import { Marked } from '../inputs/marked.tsx'
import { useRecords, type Option } from '../inputs/use-records.ts'
import type { InputForm } from '../validation/use-input-form.ts'
import { sharingText } from '../words/sharing/sharing-text.ts'
import styles from './composer.module.css'

/** Parts of the text area that mentions need. */
export interface TextProps {
  readonly onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void
  readonly onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  readonly 'aria-autocomplete'?: 'list'
  readonly 'aria-controls'?: string
  readonly 'aria-activedescendant'?: string
}

interface MentionInputProps {
  /** Undefined: the call takes no people. */
  readonly field: InputField | undefined
  readonly text: InputField
  readonly form: InputForm
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly id: string
  readonly children: (props: TextProps) => ReactNode
}

export function MentionInput({ field, ...rest }: MentionInputProps) {
  const { text, form, children } = rest
  if (field?.reference == null) return children({ onChange: (event) => form.change(text, event.currentTarget.value) })
  return <WithPeople field={field} reference={field.reference} {...rest} />
}

interface PeopleProps extends MentionInputProps {
  readonly field: InputField
  readonly reference: NonNullable<InputField['reference']>
}

function WithPeople({ field, reference, text, form, area, id, children }: PeopleProps) {
  const value = form.entered[nameOf(field)]
  const chosen = Array.isArray(value) ? value.map(String) : []
  const records = useRecords(reference, chosen)
  const [typed, setTyped] = useState<TypedMention | null>(null)
  const [active, setActive] = useState(0)
  const labels = new Map(records.options.map((option) => [option.value, option.label]))
  const offered = typed === null ? [] : records.options.filter((option) => records.isOffered(option.value)).slice(0, 8)
  // Earlier results stay while the server searches, but cannot be selected.
  const at = records.isFound ? Math.min(active, offered.length - 1) : -1
  const look = (next: TypedMention | null): void => {
    setTyped(next)
    setActive(0)
    records.search(next?.sought ?? '')
  }
  const write = (written: string, people: readonly string[]): void => {
    form.change(text, written)
    if (people.length !== chosen.length) form.change(field, people)
  }
  const take = ({ value: person, label }: Option): void => {
    const now = area.current?.value ?? ''
    if (typed === null || !now.startsWith(`@${typed.sought}`, typed.start)) return
    const named = withMention(now, typed, label)
    write(named.text, chosen.includes(person) ? chosen : [...chosen, person])
    look(null)
    // The caret moves behind the name once the text is drawn.
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(named.caret, named.caret)
    })
  }
  const takeFirst = async (): Promise<void> => {
    const first = offered[at] ?? (await records.firstFor(typed?.sought ?? ''))
    if (first === null) look(null)
    else take(first)
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setActive((at + 1) % offered.length),
    ArrowUp: () => setActive((at + offered.length - 1) % offered.length),
    Enter: () => void takeFirst(),
    Tab: () => void takeFirst(),
    Escape: () => look(null),
  }
  return (
    <>
      {children({
        'aria-autocomplete': 'list',
        ...(offered.length === 0 ? {} : { 'aria-controls': id }),
        ...(at < 0 ? {} : { 'aria-activedescendant': `${id}-${at}` }),
        onChange: ({ currentTarget }) => {
          const written = currentTarget.value
          const people = stillMentioned(written, chosen, labels)
          write(written, people)
          const known = people.flatMap((person) => labels.get(person) ?? [])
          look(typedMention(written, currentTarget.selectionStart, known))
        },
        onKeyDown: (event) => {
          // Enter first ends the composition of an input method.
          const isOther = event.ctrlKey || event.metaKey || event.nativeEvent.isComposing
          const key = isOther || offered.length === 0 ? undefined : keys[event.key]
          if (key === undefined) return
          event.preventDefault()
          event.stopPropagation()
          key()
        },
      })}
      {offered.length > 0 && <People {...{ id, offered, at, take }} sought={typed?.sought ?? ''} />}
    </>
  )
}

interface ListProps {
  readonly id: string
  readonly offered: readonly Option[]
  /** Index of the one that Enter takes. */
  readonly at: number
  readonly sought: string
  readonly take: (person: Option) => void
}

function People({ id, offered, at, sought, take }: ListProps) {
  return (
    <ul id={id} className={styles.people} role="listbox" aria-label={sharingText().people}>
      {offered.map((option, index) => (
        <li
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          className={styles.person}
          // Keeps the focus in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(option)}
        >
          <Marked text={option.label} sought={sought} />
        </li>
      ))}
    </ul>
  )
}

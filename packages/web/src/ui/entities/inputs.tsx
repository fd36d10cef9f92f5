// An input of a form → its control, by the kind of the field. acceptInputs decides about the values; controls only make
// it easy to enter them.

import {
  Chip,
  Group,
  Input,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import { Suspense, type ComponentType, type ReactNode } from 'react'
import type { FieldKind } from '@ninefold/core/model/field-types.ts'
import { lazyPart } from '../connection/lazy-part.tsx'
import { charactersLeft } from '../limits.tsx'
import { useAllowedChoices } from '../inputs/allowed-choices.ts'
import { words } from '../words/words.ts'
import { TAKEN_AWAY } from '../../client/input/form-values.ts'
import { Help } from './help.tsx'
import { sharedProps, textOf, type InputProps } from './input-props.tsx'
import { FileInput } from './file-input.tsx'
import { FormattedTextInput } from './formatted-input.tsx'
import { DecimalInput } from '../inputs/decimal-input.tsx'
import { DurationInput } from './duration-input.tsx'
import { MoneyInput } from './money-input.tsx'
import { CountryInput, LanguageInput, TimeZoneInput } from './place-inputs.tsx'
import { ReferenceInput } from '../inputs/reference-input.tsx'
import styles from './inputs.module.css'

// Calendars are a third of the whole application's weight, and most forms have none.
const DateInput = lazyPart(() => import('./moment-inputs.tsx').then((module) => ({ default: module.DateInput })), {
  missingAs: 'line',
})
const TimeInput = lazyPart(() => import('../inputs/time-text.tsx').then((module) => ({ default: module.TimeInput })), {
  missingAs: 'line',
})
const PeriodInput = lazyPart(() => import('./period-input.tsx').then((module) => ({ default: module.PeriodInput })), {
  missingAs: 'line',
})
const MomentInput = lazyPart(() => import('./moment-inputs.tsx').then((module) => ({ default: module.MomentInput })), {
  missingAs: 'line',
})

const RowsInput = lazyPart(() => import('../rows/rows-input.tsx').then((module) => ({ default: module.RowsInput })))

const INPUTS: Readonly<Record<FieldKind, (props: InputProps) => ReactNode>> = {
  text: (props) => <TextLine {...props} />,
  'long text': LongTextInput,
  'formatted text': FormattedTextInput,
  email: (props) => <TextLine {...props} type="email" inputMode="email" />,
  url: (props) => <TextLine {...props} type="url" inputMode="url" />,
  phone: (props) => <TextLine {...props} type="tel" inputMode="tel" />,
  country: CountryInput,
  language: LanguageInput,
  'time zone': TimeZoneInput,
  colour: ColourInput,
  password: SecretInput,
  'whole number': WholeNumber,
  decimal: DecimalInput,
  percent: DecimalInput,
  money: (props) => (props.field.money === undefined ? <DecimalInput {...props} /> : <MoneyInput {...props} />),
  'yes/no': YesNo,
  date: (props) => <Lazily props={props} draw={DateInput} />,
  time: (props) => <Lazily props={props} draw={TimeInput} />,
  'date and time': (props) => <Lazily props={props} draw={MomentInput} />,
  duration: DurationInput,
  period: (props) => <Lazily props={props} draw={PeriodInput} />,
  // Made by the server, which takes none of them: a form shows them and changes nothing.
  slug: ReadOnly,
  'random code': ReadOnly,
  file: FileInput,
  'secret text': SecretInput,
  inverse: ReadOnly,
  choice: ChoiceInput,
  choices: ChoicesInput,
  state: ChoiceInput,
  sequence: WholeNumber,
  reference: ReferenceInput,
  collection: ReferenceInput,
  identifier: (props) => <TextLine {...props} />,
  version: WholeNumber,
}

export function InputControl(props: InputProps) {
  if (props.field.objects !== undefined)
    return (
      <Suspense fallback={null}>
        <RowsInput {...props} />
      </Suspense>
    )
  const Draw = props.field.isSecret
    ? SecretInput
    : props.field.isList === true
      ? SeveralInput
      : props.field.reference !== null
        ? ReferenceInput
        : INPUTS[props.field.kind]
  return <Draw {...props} />
}

/** Several values, each typed as a text and ended by Enter. */
function SeveralInput(props: InputProps) {
  const value = Array.isArray(props.value) ? props.value.map(String) : []
  return <TagsInput {...sharedProps(props)} value={value} onChange={props.change} />
}

function Counter({ field, value }: Pick<InputProps, 'field' | 'value'>) {
  const left = charactersLeft(field, value)
  return (
    <span className={styles.counter} aria-live="polite">
      {left}
    </span>
  )
}

function TextLine(props: InputProps & { readonly type?: string; readonly inputMode?: 'email' | 'url' | 'tel' }) {
  return (
    <div>
      <TextInput
        {...sharedProps(props)}
        type={props.type ?? 'text'}
        inputMode={props.inputMode ?? 'text'}
        value={textOf(props.value)}
        onChange={(event) => props.change(event.currentTarget.value)}
      />
      <Counter {...props} />
    </div>
  )
}

function ReadOnly(props: InputProps) {
  return <TextInput {...sharedProps(props)} required={false} disabled value={textOf(props.value)} readOnly />
}

function LongTextInput(props: InputProps) {
  return (
    <div>
      <Textarea
        {...sharedProps(props)}
        autosize
        minRows={4}
        maxRows={16}
        value={textOf(props.value)}
        onChange={(event) => props.change(event.currentTarget.value)}
      />
      <Counter {...props} />
    </div>
  )
}

function SecretInput(props: InputProps) {
  const { field, value, change } = props
  const isSet = field.kind === 'secret text' && (value === '' || value === TAKEN_AWAY)
  const isTaken = value === TAKEN_AWAY
  return (
    <div>
      <PasswordInput
        {...sharedProps(props)}
        // A secret that there is already is not shown, and stays while nothing is typed.
        {...(isSet ? { placeholder: isTaken ? words.entities.secretGoes : words.entities.secretStays } : {})}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': words.entities.showTyped }}
        value={textOf(value)}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {isSet && !field.isNeeded && !field.isRequired && (
        <button type="button" className={`link ${styles.takeAway}`} onClick={() => change(isTaken ? '' : TAKEN_AWAY)}>
          {isTaken ? words.entities.keepSecret(field.label) : words.entities.takeSecretAway(field.label)}
        </button>
      )}
    </div>
  )
}

function ColourInput(props: InputProps) {
  const text = textOf(props.value)
  const colour = /^#[0-9a-f]{6}$/i.test(text) ? text : '#808080'
  return (
    <TextInput
      {...sharedProps(props)}
      value={text}
      placeholder="#336699"
      leftSection={
        <input
          type="color"
          className={styles.colour}
          aria-label={words.entities.chooseColour}
          value={colour}
          onChange={(event) => props.change(event.currentTarget.value)}
        />
      }
      onChange={(event) => props.change(event.currentTarget.value)}
    />
  )
}

/** A short scale (1 to 5) is chosen, not typed. */
const SCALE_STEPS_MAX = 10

function WholeNumber(props: InputProps) {
  const { min, max } = props.field
  if (min !== null && max !== null && max - min < SCALE_STEPS_MAX && max > min)
    return <Scale {...props} min={min} max={max} />
  return (
    <NumberInput
      {...sharedProps(props)}
      allowDecimal={false}
      thousandSeparator={false}
      // Limits are said in the application's own words, not silently corrected while typing.
      clampBehavior="none"
      value={typeof props.value === 'number' ? props.value : textOf(props.value)}
      onChange={(value) => props.change(value === '' ? null : value)}
    />
  )
}

function Scale(props: InputProps & { readonly min: number; readonly max: number }) {
  const { field, value, error, id, change, leave, min, max } = props
  const isRequired = field.isNeeded || field.isRequired
  const steps = Array.from({ length: max - min + 1 }, (_, index) => min + index)
  return (
    <Input.Wrapper
      label={field.label}
      description={field.help === null ? null : <Help text={field.help} />}
      error={error}
      required={isRequired}
      id={id}
      labelElement="div"
      size="sm"
      onBlur={leave}
    >
      <Chip.Group
        value={value === null ? '' : String(value)}
        onChange={(chosen) => change(chosen === '' ? null : Number(chosen))}
      >
        <Group gap={6} role="radiogroup" aria-label={field.label} id={id} tabIndex={-1}>
          {steps.map((step) => (
            <Chip key={step} value={String(step)} size="sm" radius="md">
              {step}
            </Chip>
          ))}
          {!isRequired && (
            <Chip value="" size="sm" radius="md">
              {words.entities.noRating}
            </Chip>
          )}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  )
}

function YesNo(props: InputProps) {
  const { required: _, ...shared } = sharedProps(props)
  return (
    <Switch
      {...shared}
      className={styles.switch}
      checked={props.value === true}
      onChange={(event) => props.change(event.currentTarget.checked)}
    />
  )
}

function ChoiceInput(props: InputProps) {
  const { field, value, change } = props
  const choices = useAllowedChoices(field, value)
  return (
    <Select
      {...sharedProps(props)}
      data={choices.map((choice) => ({ value: choice.value, label: choice.label }))}
      value={textOf(value) === '' ? null : textOf(value)}
      placeholder={words.entities.choose}
      searchable={choices.length > 8}
      clearable={!field.isNeeded && !field.isRequired}
      allowDeselect={false}
      onChange={(chosen) => change(chosen)}
    />
  )
}

function ChoicesInput(props: InputProps) {
  const { field, value, change } = props
  return (
    <MultiSelect
      {...sharedProps(props)}
      data={field.choices.map((choice) => ({ value: choice.value, label: choice.label }))}
      value={Array.isArray(value) ? [...value] : []}
      searchable={field.choices.length > 8}
      clearable={!field.isRequired}
      onChange={(chosen) => change(chosen)}
    />
  )
}

function Lazily({ props, draw: Draw }: { readonly props: InputProps; readonly draw: ComponentType<InputProps> }) {
  return (
    <Suspense fallback={<TextInput {...sharedProps(props)} disabled value={textOf(props.value)} readOnly />}>
      <Draw {...props} />
    </Suspense>
  )
}

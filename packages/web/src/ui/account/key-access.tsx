// Access of a program: inputs for its roles, read-only access, and lifetime in days.

import { Checkbox, NumberInput, Radio } from '@mantine/core'
import type { App } from '@ninefold/core/contract/wire/app.ts'
import type { GivenAccess } from '@ninefold/core/contract/programs/oauth.ts'
import { useApp } from '../app-context.ts'
import { accountText } from '../roles/page-words.ts'
import { roleWords } from '../roles/role-words.ts'
import styles from './account-page.module.css'

/** As typed: the number of days may be missing or invalid. */
export interface TypedAccess extends Omit<GivenAccess, 'days'> {
  readonly days: number | string
}

/** Null: something is missing or invalid. */
export function accessOf({ roles, onlyReads, days }: TypedAccess, daysMax: number): GivenAccess | null {
  return roles.length === 0 || !areDays(days, daysMax) ? null : { roles, onlyReads, days }
}

/** `Agent, only reads` */
export function accessInWords(app: App, { roles, onlyReads }: Pick<GivenAccess, 'roles' | 'onlyReads'>): string {
  return [...roles.map((role) => roleWords(app, role)), ...(onlyReads ? [accountText().keyReads] : [])].join(', ')
}

function areDays(days: number | string, daysMax: number): days is number {
  return typeof days === 'number' && days >= 1 && days <= daysMax
}

interface KeyAccessProps {
  /** Label of the roles. */
  readonly label: string
  readonly offered: readonly string[]
  readonly daysMax: number
  readonly value: TypedAccess
  readonly change: (value: TypedAccess) => void
  /** Errors are shown only after the first attempt. */
  readonly isTried: boolean
}

export function KeyAccess({ label, offered, daysMax, value, change, isTried }: KeyAccessProps) {
  const app = useApp()
  const { roles, onlyReads, days } = value
  return (
    <>
      <Checkbox.Group
        label={label}
        value={[...roles]}
        onChange={(chosen) => change({ ...value, roles: chosen })}
        error={isTried && roles.length === 0 && accountText().keyRolesMissing}
      >
        <div className={styles.choices}>
          {offered.map((role) => (
            <Checkbox key={role} value={role} label={roleWords(app, role)} />
          ))}
        </div>
      </Checkbox.Group>
      <Radio.Group
        label={accountText().keyAccess}
        value={onlyReads ? 'reads' : 'writes'}
        onChange={(access) => change({ ...value, onlyReads: access === 'reads' })}
      >
        <div className={styles.access}>
          <Radio value="reads" label={accountText().keyOnlyReads} description={accountText().keyOnlyReadsNote} />
          <Radio value="writes" label={accountText().keyWrites} description={accountText().keyWritesNote} />
        </div>
      </Radio.Group>
      <NumberInput
        label={accountText().keyDays}
        description={accountText().keyDaysMost(daysMax)}
        min={1}
        max={daysMax}
        allowDecimal={false}
        value={days}
        onChange={(typed) => change({ ...value, days: typed })}
        clampBehavior="none"
        error={isTried && !areDays(days, daysMax) && accountText().keyDaysWrong(daysMax)}
      />
    </>
  )
}

// Description of the application for a browser: screens, forms and words, as far as the caller's roles reach. It holds
// no permission, no rule of other roles and no data. The server makes it from the model (contract/screens/screens.ts);
// the web app draws it.

import type { AnsweredQuestion } from '../../model/points.ts'
import type { BlockWidth, CalendarUnit } from '../../model/screens.ts'
import type { AppChart } from './charts.ts'
import type { Direction } from '../../model/field-types.ts'
import type { BuiltInError } from '../../model/errors.ts'
import type { AppBrand } from './brand.ts'
import type { InputField } from './inputs.ts'
import type { AppProvider } from './openid.ts'
import type { AppCreation } from './options.ts'
import type { AppSampleUser, Caller } from './caller.ts'
import type { AppFilter } from '../inputs/list-filters.ts'
import type { AppCellChanges, AppComposer, AppHistory, Beginning } from '../record-page/app-parts.ts'
import type { AppAction } from './actions.ts'
import type { AppMeasure, Choice, AppColumn } from './display.ts'

/** Answer of `GET /_ninefold/app`. */
export interface App {
  readonly name: string
  readonly purpose: string | null
  /** Another one for every specification that is applied, and for another set of roles. */
  readonly revision: string
  readonly mode: 'development' | 'production'
  readonly brand: AppBrand
  /** As the specification states it; null: not at all. */
  readonly language: string | null
  readonly timeZone: string
  /** 1 Monday to 7 Sunday; null: as the language has it. */
  readonly firstWeekday: number | null
  readonly caller: Caller | null
  /** Translated names of roles. Missing: as they are named. */
  readonly roleWords?: Readonly<Record<string, string>>
  readonly signIn: AppSignIn | null
  /** The caller may bring back what was deleted: `contract/wire/deletions.ts`. */
  readonly mayRestore: boolean
  /** There is a page for operators: `contract/wire/operators.ts`. */
  readonly isOperator?: true
  /** There is a page of people for them. */
  readonly mayManagePeople: boolean
  /** There are tenants to choose from: `contract/wire/tenants.ts`. */
  readonly hasTenants?: true
  /** The caller has messages in the application: `contract/wire/notifications.ts`. */
  readonly hasNotifications: boolean
  /** Screens without parameters, in the order of the routes. */
  readonly navigation: readonly { readonly label: string; readonly address: string; readonly isProvisional: boolean }[]
  /** The one on which somebody lands who has signed in. */
  readonly landing: string | null
  readonly screens: readonly AppScreen[]
  /** Records that an input can name, created where they are missing. */
  readonly creations: readonly AppCreation[]
  /** Words of the built-in refusals, `{limit}` standing for the limit. */
  readonly refusals: Readonly<Record<BuiltInError, string>>
  /** Development only; empty in production. */
  readonly questions: readonly AnsweredQuestion[]
  readonly sampleUsers: readonly AppSampleUser[]
}

export interface AppSignIn {
  readonly identifier: InputField
  /** Null: users sign in by a link that is sent to them, or by providers alone. */
  readonly password: InputField | null
  readonly isByLink: boolean
  /** OpenID providers, in the order of the text. */
  readonly providers: readonly AppProvider[]
  /** Null: nobody can sign up. */
  readonly signUp: readonly InputField[] | null
  readonly hasSecondFactor: boolean
  /** Users sign in by passkeys, too: `contract/wire/passkeys.ts`. */
  readonly hasPasskeys: boolean
  /** Chosen by somebody who has forgotten the password; null: nobody can. */
  readonly newPassword: InputField | null
}

export interface AppScreen {
  readonly name: string
  /** For addresses of its data: `/_ninefold/screens/<key>/<block>`. */
  readonly key: string
  /** `/tickets/:number` */
  readonly address: string
  readonly isProvisional: boolean
  /** Its data is asked for again so often while somebody looks; null: only when something is done. */
  readonly refreshSeconds: number | null
  /** Its data is kept up to date while somebody looks. */
  readonly isLive?: true
  readonly blocks: readonly AppBlock[]
  readonly actions: readonly AppAction[]
  /** To guests: labels of what they could do here if they signed in. */
  readonly doors?: readonly string[]
}

export type AppBlock = AppList | AppRecord | AppCount | AppChoices | AppFormBlock

export interface AppBlockParts {
  readonly title: string
  /** Missing: all of it. */
  readonly width?: BlockWidth
  /** The title of the tab that it is; null: it is none. */
  readonly tab: readonly TitlePart[] | null
  /** Names of choices without which there is nothing to show: its data is asked for with `chosen.<name>`. */
  readonly needs: readonly string[]
  /** The author's words for data that cannot be fetched. */
  readonly whenFailing: string | null
}

/** How many there are: CountData. */
export interface AppCount extends AppBlockParts {
  readonly kind: 'count'
  readonly measure: 'count' | 'sum' | 'average'
  /** Null: how many there are. */
  readonly of: AppMeasure | null
  /** `key`: the field that says when. */
  readonly during: { readonly unit: CalendarUnit; readonly key: string } | null
  /** The list of the records that it is made of, at the same address with `records`. */
  readonly behind: AppList
  readonly actions: readonly AppAction[]
}

export type TitlePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'chosen' | 'path'; readonly name: string }
  /** The server says it: TitlesData. */
  | { readonly kind: 'computed'; readonly key: string }

/** Where the rows are in what a call answers; null: the data is a ListData or a RecordPageData. */
export interface AppAnswer {
  readonly part: readonly string[]
  /** Where it is said how many there are in all; null: nowhere. */
  readonly total: readonly string[] | null
}

/** How a list is drawn. Keys are those of a row's values. */
export type AppForm =
  | { readonly kind: 'table' | 'cards' }
  /** In the order of the text; `by` is one of them. */
  | {
      readonly kind: 'board'
      readonly by: string
      /** Field that a move changes. */
      readonly field: string
      readonly lanes: readonly Choice[]
      /** By a reference: the entity whose records are the lanes. */
      readonly of?: string
    }
  /** `by`: a date, a moment or a period. `asksDays`: it asks with `from` and `until`. `hasHours`: `by` has a time of day. */
  | { readonly kind: 'calendar'; readonly by: string; readonly asksDays: boolean; readonly hasHours?: true }
  /** `by`: the id of the row above, or null. */
  | { readonly kind: 'tree'; readonly by: string }
  /** Its data is a ChartData, except of an answer. */
  | AppChart

export interface AppList extends AppBlockParts {
  readonly kind: 'list'
  readonly form: AppForm
  readonly answer: AppAnswer | null
  readonly columns: readonly AppColumn[]
  readonly filters: readonly AppFilter[]
  /** Labels of the fields that are searched; empty: no search. */
  readonly searchIn: readonly string[]
  readonly sortedBy: readonly { readonly column: string; readonly direction: Direction }[]
  /** Null: all rows at once. */
  readonly pageSize: number | null
  readonly whenEmpty: string | null
  /** Address pattern that a row opens, filled from the row's keys. */
  readonly opens: string | null
  /** Actions of one row. */
  readonly actions: readonly AppAction[]
  /** Actions beside the list, without a row of it. */
  readonly offers: readonly AppAction[]
  /** Actions on each of the rows that a person has chosen. */
  readonly forChosen: readonly AppAction[]
  /** Sums below the list, or in the heads of a board: TotalsData. */
  readonly totals?: readonly AppMeasure[]
  /** Of a chart: the list of the records that it is made of, at the same address with `records`. */
  readonly behind?: AppList
  /** Records are made from the rows of a file: `contract/inputs/row-imports.ts`. */
  readonly takesFile?: true
  /** A text that is written at its foot becomes a row of it. */
  readonly composer?: AppComposer
  /** Its rows say which of them can be changed where they stand. */
  readonly changes?: AppCellChanges
}

export interface AppRecord extends AppBlockParts {
  readonly kind: 'record'
  readonly answer: AppAnswer | null
  readonly columns: readonly AppColumn[]
  readonly actions: readonly AppAction[]
  /** The author's words for a record that is not there, with values of the address. */
  readonly whenMissing?: readonly (string | { readonly path: string })[]
  /** Users follow it: Following, at this address with the record's id behind it. */
  readonly following?: string
  /** Its history is kept, and some of it may be seen: HistoryData, at this address with the record's id behind it. */
  readonly history?: AppHistory
  /** Its row says which of its values can be changed where they stand. */
  readonly changes?: AppCellChanges
}

/** The inputs of a call, on a tab of their own. */
export interface AppFormBlock extends AppBlockParts {
  readonly kind: 'form'
  readonly action: Extract<AppAction, { kind: 'call' }>
  readonly actions: readonly AppAction[]
}

/** Values of a call's answer, one of which a person may choose. */
export interface AppChoices extends AppBlockParts {
  readonly kind: 'choices'
  readonly answer: AppAnswer
  /** `chosen.<name>` */
  readonly name: string
  readonly actions: readonly AppAction[]
}

/**
 * One record as a screen shows it. `values` by column key: what the caller may not see is left out, what is
 * empty is null. `keys` fill addresses. `actions` by action key; one that the caller may never do is left out.
 */
export interface RowData {
  readonly id: string
  readonly keys: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, unknown>>
  readonly actions: Readonly<Record<string, Availability>>
  /** Names of the inputs that the caller may give for it now, where it is changed in place. */
  readonly changes?: Readonly<Record<string, true>>
  /** By column key, what the address of the record that it names is made of. One whose page the caller may not open is missing. */
  readonly links?: Readonly<Record<string, Readonly<Record<string, string | null>>>>
}

export type Availability = { readonly isAvailable: true } | Obstructed

/** Not possible now. */
export interface Obstructed {
  readonly isAvailable: false
  /** In the words of the text, or in English. */
  readonly reason: string
  /** Of a reason that is not in the words of the text. */
  readonly made?: MadeReason
  /** Names of empty fields that it needs, and nothing else. */
  readonly asks?: Readonly<Record<string, true>>
}

/** A reason in the product's words, for readers of other languages. */
export interface MadeReason {
  readonly id: 'only in states' | 'only in states with one before' | 'only when' | 'not as it is'
  readonly states?: readonly string[]
  /** Of `only when`: the condition in words, in each language that the product speaks. */
  readonly condition?: { readonly en: string; readonly de: string }
}

/**
 * Answer of `GET /_ninefold/screens/<key>/<block>` for a list. Query parameters: the route's parameters,
 * `page` (from 1), `sort` (`dueAt` or `-dueAt`), `q` (search) and one per filter.
 */
export interface ListData {
  readonly rows: readonly RowData[]
  readonly total: number
  readonly page: number
}

/**
 * The same for a board of records: with `cards`, an object in JSON that says how many cards of which lanes are wanted, `{}` for
 * the first ones of each. The rows of all lanes come in the order of the list.
 */
export interface BoardData extends ListData {
  readonly lanes: readonly {
    /** Null: without one. */
    readonly value: unknown
    readonly count: number
  }[]
}

/**
 * The same for a part of a table or of cards: `after` instead of `page`, empty for the beginning, then what the part before
 * says is `next`; and `until` for a part that ends where the next one begins. `next` null: there are no more, or `until` was
 * given. `total` null: the first part says it.
 */
export interface ListPartData {
  readonly rows: readonly RowData[]
  readonly next: string | null
  readonly total: number | null
}

/**
 * The same for what a call answers: its answer, and what may be done to each row of it, or to the record, by action key.
 * `offered` null: the call itself says it when it is asked.
 */
export interface AnswerData {
  readonly answer: unknown
  readonly offered: readonly RowData['actions'][] | RowData['actions'] | null
}

/** Answer of `GET /_ninefold/screens/<key>/titles`: what tabs are called, as far as the server computes it. */
export interface TitlesData {
  readonly titles: Readonly<Record<string, string>>
}

/** The same for a record. */
export interface RecordPageData {
  readonly row: RowData
  readonly title: string
  readonly created?: Beginning
}

/** Answer of `GET /_ninefold/forms/<screen>/<action>?<keys of the record>`: what may be changed, and its present value. */
export interface FormData {
  /** Names of the form's inputs that the caller may give for this record. */
  readonly inputs: readonly string[]
  /** Of every input, and of every other field that a rule of the form asks for. */
  readonly values: Readonly<Record<string, unknown>>
  /** Of the record, where it has one and the caller may see it: sending says that this one has been seen. */
  readonly version?: number
}

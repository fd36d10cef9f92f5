// Description of the application for a browser: screens, forms and words, as far as the caller's roles see them. It
// contains no permissions, no rules of other roles and no data. The server builds it from the model
// (contract/screens/screens.ts), and the web app draws it.

import type { AnsweredQuestion } from '../../model/points.ts'
import type { BlockWidth, CalendarUnit, WipLimit } from '../../model/screens.ts'
import type { AppChart } from './charts.ts'
import type { Direction } from '../../model/field-types.ts'
import type { BuiltInError } from '../../model/errors.ts'
import type { AppBrand } from './brand.ts'
import type { InputField } from './inputs.ts'
import type { AppProvider } from './openid.ts'
import type { TermsWords } from './account.ts'
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
  /** Changes with every applied specification and with the set of roles. */
  readonly revision: string
  readonly mode: 'development' | 'production'
  readonly brand: AppBrand
  /** As the specification states it; null: not stated. */
  readonly language: string | null
  readonly timeZone: string
  /** 1 Monday to 7 Sunday; null: the language's default. */
  readonly firstWeekday: number | null
  readonly caller: Caller | null
  /** Translated names of roles. Missing: the original names. */
  readonly roleWords?: Readonly<Record<string, string>>
  readonly signIn: AppSignIn | null
  /** The session's user has not agreed to some of these yet, and is a guest until then. */
  readonly owedTerms?: readonly TermsWords[]
  /** The caller may restore deleted records: `contract/wire/deletions.ts`. */
  readonly mayRestore: boolean
  /** The caller may use the operators' page: `contract/wire/operators.ts`. */
  readonly isOperator?: true
  /** The caller may use the page of people. */
  readonly mayManagePeople: boolean
  /** The caller can choose between tenants: `contract/wire/tenants.ts`. */
  readonly hasTenants?: true
  /** The name of the caller's current tenant. */
  readonly currentTenant?: string
  /** Records describe fields of other records, so a change of one may change screens and forms. */
  readonly hasOwnFields?: true
  /** The caller can have notifications: `contract/wire/notifications.ts`. */
  readonly hasNotifications: boolean
  /** Screens without parameters, in the order of the routes; those of the last group come last. */
  readonly navigation: readonly AppNavigationEntry[]
  /** The page after signing in. */
  readonly landing: string | null
  readonly screens: readonly AppScreen[]
  /** Calls that create missing records in place, for inputs that name records. */
  readonly creations: readonly AppCreation[]
  /** Texts of built-in refusals, with the placeholders `{limit}`, `{min}` and `{max}`. */
  readonly refusals: Readonly<Record<BuiltInError, string>>
  /** The product's own texts of those that name both limits, for inputs that have one. */
  readonly suppliedRefusals?: Readonly<Partial<Record<BuiltInError, string>>>
  /** Development only; empty in production. */
  readonly questions: readonly AnsweredQuestion[]
  readonly sampleUsers: readonly AppSampleUser[]
}

export interface AppNavigationEntry {
  readonly label: string
  readonly address: string
  readonly isProvisional: boolean
  /** The heading of its group; missing: it comes before all groups. */
  readonly group?: string
  /** NavigationCounts says how many records it shows. */
  readonly isCounted?: true
}

export const COUNTS_PATH = '/_ninefold/counts'
/** `GET`: the custom fields that the caller may see, by the entity of their definitions. */
export const OWN_FIELDS_PATH = '/_ninefold/own-fields'

/** Answer: by address, how many records the screen's list has; see `isCounted`. */
export interface NavigationCounts {
  readonly counts: Readonly<Record<string, number>>
}

export interface AppSignIn {
  readonly identifier: InputField
  /** Null: users sign in by a link, or by providers only. */
  readonly password: InputField | null
  readonly isByLink: boolean
  /** OpenID providers, in the order of the text. */
  readonly providers: readonly AppProvider[]
  /** Null: signing up is not possible. */
  readonly signUp: readonly InputField[] | null
  readonly hasSecondFactor: boolean
  /** Users can also sign in by passkeys: `contract/wire/passkeys.ts`. */
  readonly hasPasskeys: boolean
  /** The new password after "Forgotten password"; null: there is no such form. */
  readonly newPassword: InputField | null
}

export interface AppScreen {
  readonly name: string
  /** For addresses of its data: `/_ninefold/screens/<key>/<block>`. */
  readonly key: string
  /** `/tickets/:number` */
  readonly address: string
  readonly isProvisional: boolean
  /** Polling interval of its data while it is shown; null: no polling. */
  readonly refreshSeconds: number | null
  /** Its data is sent live while it is shown. */
  readonly isLive?: true
  readonly blocks: readonly AppBlock[]
  readonly actions: readonly AppAction[]
  /** For guests: labels of actions that they could use after signing in. */
  readonly doors?: readonly string[]
}

export type AppBlock = AppList | AppRecord | AppCount | AppChoices | AppFormBlock | AppText

/** The author's own words, with their Markdown. It has no data; an empty title is not drawn. */
export interface AppText extends AppBlockParts {
  readonly kind: 'text'
  readonly text: string
  readonly actions: readonly AppAction[]
}

export interface AppBlockParts {
  readonly title: string
  /** Missing: full width. */
  readonly width?: BlockWidth
  /** The title of its tab; null: not a tab. */
  readonly tab: readonly TitlePart[] | null
  /** Required choices: its data is requested with `chosen.<name>`. */
  readonly needs: readonly string[]
  /** The author's text for data that cannot be loaded. */
  readonly whenFailing: string | null
}

/** A figure: CountData. */
export interface AppCount extends AppBlockParts {
  readonly kind: 'count'
  readonly measure: 'count' | 'sum' | 'average'
  /** Null: a count. */
  readonly of: AppMeasure | null
  /** `key`: the field with the date. */
  readonly during: { readonly unit: CalendarUnit; readonly key: string } | null
  /** The list of its records, at the same address with `records`. */
  readonly behind: AppList
  readonly actions: readonly AppAction[]
}

export type TitlePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'chosen' | 'path'; readonly name: string }
  /** The server computes it: TitlesData. */
  | { readonly kind: 'computed'; readonly key: string }

/** The path of the rows in a call's answer; null: the data is a ListData or a RecordPageData. */
export interface AppAnswer {
  readonly part: readonly string[]
  /** The path of the total number; null: none. */
  readonly total: readonly string[] | null
}

/** The form of a list. Keys are those of a row's values. */
export type AppForm =
  | { readonly kind: 'table' | 'cards' }
  /** In the order of the text; `by` is one of them. */
  | {
      readonly kind: 'board'
      readonly by: string
      /** The field that dragging changes. */
      readonly field: string
      readonly lanes: readonly Choice[]
      /** How many cards a lane should have at most. */
      readonly limits?: readonly WipLimit[]
      /** For a reference: the entity whose records are the lanes. */
      readonly of?: string
    }
  /**
   * `by`: a date, moment or period. `asksDays`: its query has `from` and `until`. `hasHours`: `by` has a time of day.
   */
  | { readonly kind: 'calendar'; readonly by: string; readonly asksDays: boolean; readonly hasHours?: true }
  /** `by`: the id of the parent row, or null. */
  | { readonly kind: 'tree'; readonly by: string }
  /** Its data is a ChartData, unless it comes from an answer. */
  | AppChart

export interface AppList extends AppBlockParts {
  readonly kind: 'list'
  readonly form: AppForm
  readonly answer: AppAnswer | null
  readonly columns: readonly AppColumn[]
  readonly filters: readonly AppFilter[]
  /** Labels of the searched fields; empty: no search. */
  readonly searchIn: readonly string[]
  /** Views that the text states, in its order. */
  readonly views?: readonly AppStatedView[]
  readonly sortedBy: readonly { readonly column: string; readonly direction: Direction }[]
  /** Null: not paginated. */
  readonly pageSize: number | null
  readonly whenEmpty: string | null
  /** The name of its records, in the plural, for an empty list. `isOfAll`: no condition leaves records out. */
  readonly records?: { readonly name: string; readonly isOfAll: boolean }
  /** Address pattern of a row's page, filled from the row's keys. */
  readonly opens: string | null
  /** Actions of one row. */
  readonly actions: readonly AppAction[]
  /** Actions of the list without a row. */
  readonly offers: readonly AppAction[]
  /** Actions on selected rows. */
  readonly forChosen: readonly AppAction[]
  /** Sums below the list, or in the heads of a board: TotalsData. */
  readonly totals?: readonly AppMeasure[]
  /** Its rows are in an order by hand: the key of their ranks, and that of the action that changes one. */
  readonly byHand?: { readonly key: string; readonly action: string }
  /** For a chart: the list of its records, at the same address with `records`. */
  readonly behind?: AppList
  /** Records can be imported from a file: `contract/inputs/row-imports.ts`. */
  readonly takesFile?: true
  /** A text in the composer becomes a row of the list. */
  readonly composer?: AppComposer
  /** Keys of actions of the page that create a row of the list. */
  readonly additions?: readonly string[]
  /** Its rows say which cells can be edited inline. */
  readonly changes?: AppCellChanges
}

/** `query`: as of a saved view. */
export interface AppStatedView {
  readonly name: string
  readonly query: string
  /** Unless the reader has a view that opens first. */
  readonly opensFirst?: true
}

export interface AppRecord extends AppBlockParts {
  readonly kind: 'record'
  readonly answer: AppAnswer | null
  readonly columns: readonly AppColumn[]
  readonly actions: readonly AppAction[]
  /** The author's text for a missing record, with values of the address. */
  readonly whenMissing?: readonly (string | { readonly path: string })[]
  /** Users can follow the record: Following, at this address with the record's id appended. */
  readonly following?: string
  /** A live screen shows the other people who are at the record: PresentPeople, at the block's address. */
  readonly presence?: true
  /** The record's visible history: HistoryData, at this address with the record's id appended. */
  readonly history?: AppHistory
  /** Its row says which values can be edited inline. */
  readonly changes?: AppCellChanges
}

/** The inputs of a call, on a tab. */
export interface AppFormBlock extends AppBlockParts {
  readonly kind: 'form'
  readonly action: Extract<AppAction, { kind: 'call' }>
  readonly actions: readonly AppAction[]
}

/** Values of a call's answer, of which a person may choose one. */
export interface AppChoices extends AppBlockParts {
  readonly kind: 'choices'
  readonly answer: AppAnswer
  /** `chosen.<name>` */
  readonly name: string
  readonly actions: readonly AppAction[]
}

/**
 * A record as a screen shows it. `values` by column key: hidden ones are left out, empty ones are null. `keys` fill
 * addresses. `actions` by action key; those that the caller may never do are left out.
 */
export interface RowData {
  /** Missing in an answer to a caller who may not see it; the client gives the row one then. */
  readonly id: string
  readonly keys: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, unknown>>
  readonly actions: Readonly<Record<string, Availability>>
  /** Names of the inputs that the caller may change inline now. */
  readonly changes?: Readonly<Record<string, true>>
  /**
   * By column key, the values in the address of the named record. Records whose page the caller may not open are
   * missing.
   */
  readonly links?: Readonly<Record<string, Readonly<Record<string, string | null>>>>
  /** The caller may not open the page of this record, which others of the list have. */
  readonly isClosed?: true
}

export type Availability = { readonly isAvailable: true } | Obstructed

/** Not possible now. */
export interface Obstructed {
  readonly isAvailable: false
  /** In the words of the text, or in English. */
  readonly reason: string
  /** For a reason in the product's words. */
  readonly made?: MadeReason
  /** Names of empty fields that are the only obstacle. */
  readonly asks?: Readonly<Record<string, true>>
}

/** A reason in the product's words, for translation. */
export interface MadeReason {
  readonly id: 'only in states' | 'only in states with one before' | 'only when' | 'not as it is'
  readonly states?: readonly string[]
  /** Of `only when`: the condition in words, in each language that the product speaks. */
  readonly condition?: { readonly en: string; readonly de: string }
}

/**
 * Answer of `GET /_ninefold/screens/<key>/<block>` for a list. Query parameters: those of the route, `page` (from 1),
 * `sort` (`dueAt` or `-dueAt`), `q` (search) and one per filter.
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
 * The same for a part of a scrolled list: `after` instead of `page`, empty for the start, then the `next` of the
 * previous part; and `until` for a part that ends where the next one begins. `next` null: no more rows, or `until` was
 * given. `total` null: it is in the first part.
 */
export interface ListPartData {
  readonly rows: readonly RowData[]
  readonly next: string | null
  readonly total: number | null
}

/**
 * The same for a call's answer: the answer, and the actions of each row or of the record, by action key. `offered`
 * null: the call itself decides.
 */
export interface AnswerData {
  readonly answer: unknown
  readonly offered: readonly RowData['actions'][] | RowData['actions'] | null
}

/** Answer of `GET /_ninefold/screens/<key>/titles`: titles of tabs that the server computes. */
export interface TitlesData {
  readonly titles: Readonly<Record<string, string>>
}

/** The same for a record. */
export interface RecordPageData {
  readonly row: RowData
  readonly title: string
  readonly created?: Beginning
}

/**
 * Answer of `GET /_ninefold/forms/<screen>/<action>?<keys of the record>`: the inputs that may be changed, and their
 * present values.
 */
export interface FormData {
  /** Names of the inputs that the caller may give for this record. */
  readonly inputs: readonly string[]
  /** Values of all inputs, and of other fields that the form's rules need. */
  readonly values: Readonly<Record<string, unknown>>
  /** The record's version, if the caller may see it; the request includes it. */
  readonly version?: number
}

// A model: a checked specification. It exists only when the text has no errors.
// It is inert data: records are named, not pointed to; there are no methods; it survives JSON.

import type { CallsModel } from './calls.ts'
import type { EntitiesModel } from './entities.ts'
import type { ErrorsModel } from './errors.ts'
import type { LimitsModel } from './limits.ts'
import type { AnsweredQuestion } from './points.ts'
import type { PurposeModel } from './purpose.ts'
import type { RolesModel } from './roles.ts'
import type { ScreensModel } from './screens.ts'
import type { StatesModel } from './states.ts'
import type { ValidationModel } from './validation.ts'

export interface Model {
  readonly name: string
  readonly questions: readonly AnsweredQuestion[]
  readonly purpose: PurposeModel
  readonly screens: ScreensModel
  readonly entities: EntitiesModel
  readonly states: StatesModel
  readonly validation: ValidationModel
  readonly roles: RolesModel
  readonly calls: CallsModel
  readonly errors: ErrorsModel
  readonly limits: LimitsModel
  /** Of a model whose words are in the language of a translation. */
  readonly spoken?: SpokenNames
}

/** Words for names that have no label of their own: of screens, roles, entities and the like. */
export type SpokenNames = Readonly<Record<string, string>>

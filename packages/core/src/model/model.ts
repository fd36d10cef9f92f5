// A model: a checked specification. It exists only if the text has no errors. It is plain data that survives JSON:
// records are named instead of referenced, and there are no methods.

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
  /** In a translated model: its words. */
  readonly spoken?: SpokenNames
}

/** Translated words of names without a label of their own: of screens, roles, entities and the like. */
export type SpokenNames = Readonly<Record<string, string>>

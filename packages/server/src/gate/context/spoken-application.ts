// An application and the header Accept-Language → the same application in the reader's language, with its own model,
// operations and plans, and the same database. Without translations it is the same object.

import { operationsOf, type Operation } from '@ninefold/core/contract/calls/calls.ts'
import { chosenTranslation } from '@ninefold/core/contract/languages/choice.ts'
import { spokenModel } from '@ninefold/core/contract/languages/languages.ts'
import type { Translation } from '@ninefold/core/model/limits.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { type Application, plansOf } from './application.ts'

const models = new WeakMap<Translation, Model>()
const applications = new WeakMap<Application, Map<string, Application>>()

export function modelFor(model: Model, accepted: string | undefined): Model {
  const translation = model.spoken === undefined ? chosenTranslation(model, accepted) : null
  return translation === null ? model : translatedModel(model, translation)
}

function translatedModel(model: Model, translation: Translation): Model {
  const known = models.get(translation) ?? spokenModel(model, translation)
  models.set(translation, known)
  return known
}

export function spokenApplication(application: Application, accepted: string | undefined): Application {
  const translation = chosenTranslation(application.model, accepted)
  if (translation === null) return application
  const ofText = application.ofText ?? application
  const known = applications.get(ofText) ?? new Map<string, Application>()
  applications.set(ofText, known)
  const spoken = known.get(translation.language) ?? inWordsOf(ofText, translation)
  known.set(translation.language, spoken)
  return spoken
}

function inWordsOf(application: Application, translation: Translation): Application {
  const model = translatedModel(application.model, translation)
  const operations = operationsOf(model)
  return {
    ...application,
    model,
    operations,
    ofText: application,
    planned: plansOf(model, operations, application.schema),
  }
}

/** The same operation in this application's model. */
export function operationIn(application: Application, operation: Operation): Operation {
  const index = application.ofText?.operations.indexOf(operation) ?? -1
  return application.operations[index] ?? operation
}

// An application and the header Accept-Language → the same application in the reader's language, with its own model,
// operations and plans, and the same database. Without translations it is the same object.

import { operationsOf, type Operation } from '@ninefold/core/contract/calls/calls.ts'
import { chosenTranslation } from '@ninefold/core/contract/languages/choice.ts'
import { spokenModel } from '@ninefold/core/contract/languages/languages.ts'
import { ACCEPTED_LANGUAGES_MAX } from '@ninefold/core/contract/words/refusal-language.ts'
import type { Translation } from '@ninefold/core/model/limits.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { LRUCache } from 'lru-cache'
import { type Application, plansOf } from './application.ts'

const models = new WeakMap<Translation, Model>()
const applications = new WeakMap<Application, Map<string, Application>>()

/** Browsers send few different headers; parsing one takes longer than all other work on a language. */
const HEADERS_KEPT = 200
const chosenModels = new WeakMap<Model, LRUCache<string, Model>>()
const chosenApplications = new WeakMap<Application, LRUCache<string, Application>>()

export function modelFor(model: Model, accepted = ''): Model {
  if (model.spoken !== undefined || model.limits.translations.length === 0) return model
  return remembered(chosenModels, model, accepted, () => {
    const translation = chosenTranslation(model, accepted)
    return translation === null ? model : translatedModel(model, translation)
  })
}

/** The value for one owner and one header, computed once. */
function remembered<Owner extends object, Value extends object>(
  kept: WeakMap<Owner, LRUCache<string, Value>>,
  owner: Owner,
  accepted: string,
  compute: () => Value,
): Value {
  let ofOwner = kept.get(owner)
  if (ofOwner === undefined) kept.set(owner, (ofOwner = new LRUCache({ max: HEADERS_KEPT })))
  const key = accepted.slice(0, ACCEPTED_LANGUAGES_MAX)
  let value = ofOwner.get(key)
  if (value === undefined) ofOwner.set(key, (value = compute()))
  return value
}

function translatedModel(model: Model, translation: Translation): Model {
  const known = models.get(translation) ?? spokenModel(model, translation)
  models.set(translation, known)
  return known
}

export function localizedApplication(application: Application, accepted = ''): Application {
  if (application.model.limits.translations.length === 0) return application
  return remembered(chosenApplications, application, accepted, () => chosenApplication(application, accepted))
}

function chosenApplication(application: Application, accepted: string): Application {
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
  if (application.ofText === undefined) return operation
  const index = application.ofText.operations.indexOf(operation)
  return index === -1 ? operation : (application.operations[index] ?? operation)
}

// Operations that a caller may use → tools of the Model Context Protocol: a name, a description, typed arguments, and
// the place of each argument in the request. Both schemas come from the operation's OpenAPI description.

import { everyStep } from '../../model/steps/every-step.ts'
import type { Model } from '../../model/model.ts'
import { bodiesOf } from '../../model/wire.ts'
import type { Operation } from '../calls/calls.ts'
import { inputOf, ignoresUnknown, transitionInputs } from '../calls/calls.ts'
import { type JsonSchema, objectOf, schemaOfInputs } from '../open-api/json-schema.ts'
import { openApiDocument } from '../open-api/document.ts'
import { describeOperation } from '../open-api/operations.ts'
import type { OpenApiParameter } from '../open-api/parameter.ts'
import { formOf } from '../screens/screen-actions.ts'
import type { ScreenScope } from '../screens/screen-scope.ts'
import type { InputField } from '../wire/inputs.ts'
import { agentOperations } from './agent-operations.ts'
import { answerSchema, type SchemaWithParts } from './answer-schema.ts'
import { listArguments } from './list-arguments.ts'
import { ownCodes } from './own-codes.ts'
import { portable } from './portable-schema.ts'
import { toolDescription } from './tool-description.ts'
import { toolNames } from './tool-names.ts'

export interface AgentTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema
  /** Null: the answers are unknown, or not objects. */
  readonly outputSchema: SchemaWithParts | null
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
  readonly operation: Operation
  /** Codes of point 8 that its own steps raise. */
  readonly codes: readonly string[]
  /** Places of arguments outside of the body. */
  readonly places: Readonly<Record<string, ArgumentPlace>>
  readonly body: 'none' | 'JSON' | 'form'
  readonly isFile: boolean
}

export interface ArgumentPlace {
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly name: string
}

/** Tools do not use caches. */
const NOT_FOR_AGENTS = new Set(['If-None-Match'])

export function toolsFor(scope: ScreenScope, onlyReads: boolean): AgentTool[] {
  const names = toolNames(scope.operations)
  const { components } = openApiDocument(scope.model, '')
  return agentOperations(scope, onlyReads).map((operation) => {
    const described = describeOperation(scope.model, operation)
    const inputs = inputsFor(scope, operation)
    const { parameters = [] } = described
    const taken = operation.kind === 'list' ? listArguments(scope, operation, parameters) : parameters
    const { schema, places } = argumentsOf(scope.model, operation, taken, inputs)
    const answer = answerSchema(described, components.schemas)
    return {
      name: names.get(operation) ?? described.operationId,
      title: described.summary,
      description: toolDescription(scope.model, operation, described, inputs),
      inputSchema: portable(schema),
      outputSchema: answer === null ? null : portable(answer),
      annotations: annotationsOf(scope.model, operation),
      operation,
      codes: ownCodes(scope.model, operation),
      places,
      body: described.requestBody === undefined ? 'none' : isForm(operation) ? 'form' : 'JSON',
      isFile: isFile(operation),
    }
  })
}

/** Inputs that these roles may give for at least some records. */
function inputsFor(scope: ScreenScope, operation: Operation): readonly InputField[] {
  if (operation.kind === 'transition') return transitionInputs(scope.model, operation).map(inputOf)
  return formOf(scope, operation)
}

/**
 * Inputs have the names that refusals use. A parameter with the same name as an input is called by its place:
 * `path.number`.
 */
function argumentsOf(
  model: Model,
  operation: Operation,
  parameters: readonly OpenApiParameter[],
  inputs: readonly InputField[],
): { readonly schema: JsonSchema; readonly places: AgentTool['places'] } {
  const isOpen = operation.kind === 'stated' && ignoresUnknown(model, operation.call)
  const body = schemaOfInputs(inputs, isOpen)
  const properties: Record<string, JsonSchema> = { ...body.properties }
  const required = [...(body.required ?? [])]
  const places: Record<string, ArgumentPlace> = {}
  for (const { name, in: place, required: isRequired, description, schema } of parameters) {
    if (NOT_FOR_AGENTS.has(name)) continue
    const key = Object.hasOwn(properties, name) ? `${place}.${name}` : name
    properties[key] = description === undefined ? schema : { ...schema, description }
    places[key] = { in: place, name }
    if (isRequired === true) required.push(key)
  }
  const isAny = inputs.some(({ sentAs, kind }) => sentAs?.length === 0 && (kind === 'json' || kind === 'map'))
  return { schema: { ...objectOf(properties, required), additionalProperties: isAny }, places }
}

function isForm(operation: Operation): boolean {
  if (operation.kind !== 'stated') return false
  const bodies = bodiesOf(operation.call.wire)
  return bodies.includes('form') && !bodies.includes('JSON')
}

function isFile(operation: Operation): boolean {
  return (
    operation.kind === 'stated' &&
    everyStep(operation.call.steps).some(({ action }) => ['respond file', 'respond document'].includes(action.kind))
  )
}

/** Steps that remove or replace something. */
const DESTRUCTIVE = ['delete', 'change', 'set', 'remove', 'take role', 'do']

function annotationsOf(model: Model, operation: Operation): AgentTool['annotations'] {
  const readOnlyHint = operation.method === 'GET'
  if (operation.kind === 'stated') {
    const { call } = operation
    const kinds = new Set<string>(everyStep(call.steps).map(({ action }) => action.kind))
    return {
      readOnlyHint,
      destructiveHint: !readOnlyHint && DESTRUCTIVE.some((kind) => kinds.has(kind)),
      idempotentHint: readOnlyHint || call.repeatable?.kind === 'naturally',
      openWorldHint: kinds.has('ask'),
    }
  }
  return {
    readOnlyHint,
    destructiveHint: ['change', 'delete'].includes(operation.kind) || isFinalTransition(model, operation),
    idempotentHint: !['create', 'transition'].includes(operation.kind),
    openWorldHint: false,
  }
}

/** The target state has no transition that leaves it. */
function isFinalTransition(model: Model, operation: Operation): boolean {
  if (operation.kind !== 'transition') return false
  return model.states.machines.some(
    ({ entity, transitions, states }) =>
      entity === operation.entity &&
      transitions.some(
        ({ name, to }) => name === operation.transition && states.some((state) => state.name === to && state.isFinal),
      ),
  )
}

// A model → the same model in other words: every word that readers see is passed to `say` and replaced by its result.
// The list of words and the translations both use this traversal, so that they cannot differ. Names, codes, keys and
// addresses stay.

import { ownValue } from '../../model/find.ts'
import type { Call, CallsModel, Input, Step } from '../../model/calls.ts'
import type { Sending } from '../../model/outside/messages.ts'
import type { EntitiesModel, Entity, Field } from '../../model/entities.ts'
import type { ErrorsModel } from '../../model/errors.ts'
import type { ChoiceLabels } from '../../model/field-types.ts'
import type { Model } from '../../model/model.ts'
import type { Machine, Transition } from '../../model/states.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'
import { humanised, plural } from '../../model/words.ts'
import { isWritable } from '../inputs/field-inputs.ts'
import { nameOfAnswer } from '../screens/screen-answers.ts'
import { saidMessage, saidTemplate, type Say } from './word.ts'
import { saidDocument, saidScreen } from './words-of-screens.ts'

export function withWords(model: Model, say: Say): Model {
  const fields = new Map<string, Field>()
  const entities = saidEntities(model.entities, say, fields)
  const said = new Said(say, fields)
  const spoken = Object.fromEntries([...namesOf(model)].map((words) => [words, say({ words, of: null })]))
  return {
    ...model,
    name: say({ words: model.name, of: null }),
    purpose: {
      ...model.purpose,
      purpose: model.purpose.purpose === null ? null : say({ words: model.purpose.purpose, of: null }),
    },
    screens: {
      ...model.screens,
      screens: model.screens.screens.map((screen) => saidScreen(model, screen, say)),
      documents: model.screens.documents.map((document) => saidDocument(model, document, say)),
    },
    entities,
    states: { ...model.states, machines: model.states.machines.map((machine) => said.machine(machine)) },
    calls: said.calls(model.calls),
    errors: saidErrors(model.errors, say),
    spoken,
  }
}

/** Words that are derived from names when needed: of screens, roles, entities, relations and parts of answers. */
function namesOf({ screens, roles, entities, calls }: Model): string[] {
  const answers = screens.screens.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'answer'))
  const relations = screens.screens.flatMap(({ blocks }) =>
    blocks.flatMap((block) => ('relation' in block && block.relation !== null ? [block.relation.field] : [])),
  )
  return [
    ...screens.screens.map(({ name }) => name),
    ...screens.documents.map(({ name }) => name),
    ...[...roles.roles, ...roles.contextualRoles].map(({ name }) => name),
    ...(signInOf(roles)?.terms ?? []).map(({ name }) => name),
    ...entities.entities.flatMap(({ name }) => [humanised(name), humanised(plural(name))]),
    ...relations.map(humanised),
    ...answers.flatMap((block) => (block.title === null ? [nameOfAnswer(block)] : [])),
    ...answers.flatMap(({ choicesFor, filters }) =>
      [...(choicesFor === null ? [] : [choicesFor]), ...filters].map(humanised),
    ),
    ...calls.messages.flatMap(({ name, by }) => (by === 'in-app' ? [name] : [])),
  ]
}

function saidEntities(model: EntitiesModel, say: Say, fields: Map<string, Field>): EntitiesModel {
  const saidField = (entity: Entity, field: Field): Field => {
    const own = `${entity.name}.${field.name}`
    const { type, meaning, label } = field
    const result: Field = {
      ...field,
      label: field.isBuiltIn && label === null ? null : say({ words: label ?? humanised(field.name), of: entity.name }),
      type:
        type.kind === 'choice' || type.kind === 'choices'
          ? { ...type, labels: saidLabels(type.values, type.labels, own, say) }
          : type,
      meaning: meaning === null || !isWritable(field) ? meaning : say({ words: meaning, of: entity.name }),
    }
    fields.set(own, result)
    return result
  }
  const entities = model.entities.map((entity) => ({
    ...entity,
    fields: entity.fields.map((field) => saidField(entity, field)),
  }))
  return { ...model, entities }
}

function saidLabels(values: readonly string[], labels: ChoiceLabels = {}, of: string | null, say: Say): ChoiceLabels {
  return Object.fromEntries(
    values.map((value) => [value, say({ words: ownValue(labels, value) ?? humanised(value), of })]),
  )
}

function saidErrors(errors: ErrorsModel, say: Say): ErrorsModel {
  return {
    ...errors,
    catalogue: errors.catalogue.map((entry) => ({ ...entry, message: saidMessage(entry.message, null, say) })),
    builtIn: Object.fromEntries(
      Object.entries(errors.builtIn).map(([name, override]) => [
        name,
        override.message === null ? override : { ...override, message: saidMessage(override.message, null, say) },
      ]),
    ),
  }
}

/** Parts of steps: inputs, which copy a field, and messages, which stand in their steps. */
class Said {
  private readonly say: Say
  private readonly fields: ReadonlyMap<string, Field>

  constructor(say: Say, fields: ReadonlyMap<string, Field>) {
    this.say = say
    this.fields = fields
  }

  machine(machine: Machine): Machine {
    const of = `${machine.entity}.${machine.field}`
    return {
      ...machine,
      states: machine.states.map((state) => ({
        ...state,
        label: this.say({ words: state.label ?? humanised(state.name), of }),
      })),
      transitions: machine.transitions.map((transition) => this.transition(transition, machine.entity)),
      creations: machine.creations.map((creation) => this.transition(creation, machine.entity)),
      procedures: machine.procedures.map((procedure) => ({
        ...procedure,
        inputs: procedure.inputs.map((input) => this.input(input)),
        steps: procedure.steps.map((step) => this.step(step)),
      })),
    }
  }

  calls(calls: CallsModel): CallsModel {
    return {
      ...calls,
      calls: calls.calls.map((call) => this.call(call)),
      schedules: calls.schedules.map((schedule) => ({
        ...schedule,
        steps: schedule.steps.map((step) => this.step(step)),
      })),
    }
  }

  private call(call: Call): Call {
    return {
      ...call,
      inputs: call.inputs.map((input) => this.input(input)),
      steps: call.steps.map((step) => this.step(step)),
    }
  }

  private transition(transition: Transition, of: string): Transition {
    return {
      ...transition,
      ifNot: transition.ifNot === null ? null : this.say({ words: transition.ifNot, of }),
      effects: transition.effects.map((effect) =>
        effect.kind === 'send' ? { ...effect, sending: this.sending(effect.sending) } : effect,
      ),
    }
  }

  /** An input has the label of its field, or one derived from its own name. */
  private input(input: Input): Input {
    const { like, path } = input
    const own = humanised(path.at(-1) ?? '')
    switch (like.kind) {
      case 'field':
      case 'record by': {
        const field = this.fields.get(`${like.entity}.${like.field.name}`) ?? like.field
        const isCalledSo = like.field.label !== null || own === humanised(like.field.name)
        const label = isCalledSo ? (field.label ?? own) : this.say({ words: own, of: like.entity })
        return { ...input, label, like: { ...like, field } }
      }
      case 'one of':
        return {
          ...input,
          label: this.say({ words: own, of: null }),
          like: { ...like, labels: saidLabels(like.options, {}, null, this.say) },
        }
      case 'objects':
        return {
          ...input,
          label: this.say({ words: own, of: null }),
          like: { ...like, inputs: like.inputs.map((each) => this.input(each)) },
        }
      case 'type':
        return { ...input, label: this.say({ words: own, of: null }), like: this.typed(like) }
    }
  }

  private typed(like: Extract<Input['like'], { kind: 'type' }>): typeof like {
    const { type } = like
    if (type.kind !== 'choice' && type.kind !== 'choices') return like
    return { ...like, type: { ...type, labels: saidLabels(type.values, type.labels, null, this.say) } }
  }

  private step(step: Step): Step {
    const { action } = step
    if (action.kind === 'send') return { ...step, action: { ...action, sending: this.sending(action.sending) } }
    if (!('steps' in action)) return step
    return { ...step, action: { ...action, steps: action.steps.map((each) => this.step(each)) } }
  }

  private sending(sending: Sending): Sending {
    const { subject, body, button } = sending
    return {
      ...sending,
      button: button === null ? null : { ...button, label: this.say({ words: button.label, of: null }) },
      subject: subject === null ? null : saidTemplate(subject, null, this.say),
      body: body === null ? null : saidTemplate(body, null, this.say),
    }
  }
}

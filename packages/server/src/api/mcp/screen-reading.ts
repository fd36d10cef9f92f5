// A screen of point 2 and its address → the data that the screen shows this caller. Each block is read by the request
// that the screen itself makes.

import type { AgentTool } from '@ninefold/core/contract/agents/tools.ts'
import { operationKey, type Operation } from '@ninefold/core/contract/calls/calls.ts'
import { screensOf } from '@ninefold/core/contract/screens/screens.ts'
import type { AppBlock, AppScreen } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import type { ProblemDetails } from '@ninefold/core/contract/wire/problem-details.ts'
import { planner } from '../../gate/context/planner.ts'
import { ask, type AgentRequest } from './agent-request.ts'
import { agentTools } from './tool-list.ts'

const screensPlan = planner('agent screens', ({ model, caller }, operations: readonly Operation[]) =>
  screensOf({ model, caller, operations }),
)

export function agentScreens({ spoken, caller }: AgentRequest): readonly AppScreen[] {
  return spoken.planned(screensPlan, caller, spoken.operations)
}

export interface FoundScreen {
  readonly screen: AppScreen
  readonly parameters: Readonly<Record<string, string>>
}

/** If several match, the one with fewer parameters wins, as in the browser. */
export function screenAt(screens: readonly AppScreen[], path: string): FoundScreen | null {
  const given = path.split('/').filter((part) => part !== '')
  const found = screens.flatMap((screen): FoundScreen[] => {
    const expected = screen.address.split('/').filter((part) => part !== '')
    const fits =
      expected.length === given.length && expected.every((part, at) => part.startsWith(':') || part === given[at])
    if (!fits) return []
    const places = expected.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), given[at] ?? '']] : []))
    return [{ screen, parameters: Object.fromEntries(places) as Record<string, string> }]
  })
  const count = ({ parameters }: FoundScreen): number => Object.keys(parameters).length
  return found.toSorted((one, other) => count(one) - count(other))[0] ?? null
}

/**
 * `query` filters or pages the one block that it names: `block=1&page=2`. Without `block` each block is shown as it is
 * when the screen is opened.
 */
export async function readScreen(
  agent: AgentRequest,
  { screen, parameters }: FoundScreen,
  query: URLSearchParams,
): Promise<Record<string, unknown>> {
  const only = query.get('block')
  const more = new URLSearchParams([...query].filter(([name]) => name !== 'block'))
  const chosen = screen.blocks.flatMap((block, index) =>
    only === null || only === String(index) ? [{ block, index }] : [],
  )
  const tools = agentTools(agent)
  const blocks: Record<string, unknown>[] = []
  // Sequentially, because the agent's request has one place among the admitted requests.
  for (const { block, index } of chosen) {
    const asked = new URLSearchParams([...Object.entries(parameters), ...(only === null ? [] : more)])
    blocks.push({
      block: index,
      ...describedBlock(block, tools),
      ...(await readBlock(agent, screen, block, index, asked)),
    })
  }
  return {
    screen: screen.name,
    address: screen.address,
    actions: screen.actions.map((action) => describedAction(action, tools)),
    blocks,
  }
}

async function readBlock(
  agent: AgentRequest,
  { key }: AppScreen,
  block: AppBlock,
  index: number,
  asked: URLSearchParams,
): Promise<Record<string, unknown>> {
  if (block.kind === 'form') return {}
  if (block.kind === 'text') return { text: block.text }
  const missing = block.needs.filter((name) => !asked.has(`chosen.${name}`))
  if (missing.length > 0) return { needs: missing.map((name) => `chosen.${name}`) }
  const query = asked.size === 0 ? '' : `?${asked.toString()}`
  const { status, text } = await ask(agent, {
    method: 'GET',
    url: `/_ninefold/screens/${encodeURIComponent(key)}/${index}${query}`,
  })
  if (status < 400) return { data: JSON.parse(text) as unknown }
  const { code, detail } = JSON.parse(text) as ProblemDetails
  return { refused: { code, message: detail } }
}

function describedBlock(block: AppBlock, tools: readonly AgentTool[]): Record<string, unknown> {
  const actions = [...block.actions, ...('offers' in block ? block.offers : [])]
  return {
    kind: block.kind,
    title: block.title,
    ...('columns' in block ? { columns: block.columns.map(({ key, label }) => ({ key, label })) } : {}),
    ...('filters' in block ? { filters: block.filters.map(({ name }) => name) } : {}),
    ...(actions.length === 0 ? {} : { actions: actions.map((action) => describedAction(action, tools)) }),
  }
}

/** Rows name actions by their keys. Actions without a tool are for people only. */
function describedAction(action: AppAction, tools: readonly AgentTool[]): Record<string, unknown> {
  const { key, label } = action
  if (action.kind === 'open') return { key, label, opens: action.address }
  if (action.kind !== 'call' && action.kind !== 'transition') return { key, label }
  const asked = operationKey(action)
  const tool = tools.find(({ operation }) => operationKey(operation) === asked)
  return tool === undefined ? { key, label } : { key, label, tool: tool.name }
}

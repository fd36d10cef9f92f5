// The tools of a caller, planned once for each set of roles.

import { toolsFor, type AgentTool } from '@ninefold/core/contract/agents/tools.ts'
import type { Operation } from '@ninefold/core/contract/calls/calls.ts'
import { planner } from '../../gate/context/planner.ts'
import type { AgentRequest } from './agent-request.ts'

const toolsPlan = planner('agent tools', ({ model, caller }, operations: readonly Operation[], onlyReads: boolean) =>
  toolsFor({ model, caller, operations }, onlyReads),
)

export function agentTools({
  application,
  caller,
}: Pick<AgentRequest, 'application' | 'caller'>): readonly AgentTool[] {
  return application.planned(toolsPlan, caller, application.operations, caller.key?.onlyReads === true)
}

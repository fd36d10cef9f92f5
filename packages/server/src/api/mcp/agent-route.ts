// `POST /_ninefold/mcp`: the Model Context Protocol over streamable HTTP. Each request is answered by one JSON
// document. No state is kept, so that any process can answer.

import { AGENTS_PATH } from '@ninefold/core/contract/programs/agents.ts'
import type { FastifyInstance } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { localizedApplication } from '../../gate/context/localized-application.ts'
import { refuseUnlessAgent } from '../authentication/agent-callers.ts'
import { callerOf } from '../authentication/authentication.ts'

export function addAgentRoute(instance: FastifyInstance, application: Application): void {
  instance.post(AGENTS_PATH, async (request, reply) => {
    const caller = await callerOf(application, request)
    refuseUnlessAgent(application, caller)
    const spoken = localizedApplication(application, request.headers['accept-language'])
    // Loaded lazily, because most applications have no agents.
    const { answerAgent } = await import('./protocol.ts')
    const answer = await answerAgent({ application, spoken, instance, request, caller })
    for (const [name, value] of answer.headers) reply.header(name, value)
    return reply.status(answer.status).send(answer.body === null ? undefined : Buffer.from(await answer.arrayBuffer()))
  })
}

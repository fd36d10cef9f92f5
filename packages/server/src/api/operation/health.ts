// Health of this process, for load balancers. Alive: it answers. Ready: it accepts requests, the database answers, and
// no newer version has replaced the tables that this one needs.

import type { FastifyInstance } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { isReplaced } from '../../gate/records/superseded-schema.ts'

export class Health {
  private isLeaving = false

  /** Not ready from now on, but still alive, so that the load balancer sends requests elsewhere. */
  leave(): void {
    this.isLeaving = true
  }

  routes(instance: FastifyInstance, application: Application): void {
    instance.get('/_ninefold/health', async () => ({ status: 'alive' }))
    instance.get('/_ninefold/ready', async (_, reply) => {
      if (this.isLeaving) return reply.status(503).send({ status: 'stopping' })
      try {
        await application.database.runOwn('ready', 'SELECT 1', [])
        if (await isReplaced(application)) return reply.status(503).send({ status: 'superseded' })
        return { status: 'ready' }
      } catch (cause) {
        instance.log.warn({ err: cause }, 'The database does not answer.')
        return reply.status(503).send({ status: 'database away' })
      }
    })
  }
}

// Routes of the signed-in user's account, and of the people whom a user may manage.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Application } from '../gate/context/application.ts'
import type { Exchange } from './http/exchange.ts'
import { addPeopleRoutes } from './people/people.ts'
import { addInvitingRoutes } from './people/inviting.ts'
import { addAccountRoutes } from './sign-in/account.ts'
import { addIdentityRoutes } from './sign-in/identities.ts'
import { addApiKeyRoutes } from './sign-in/api-keys.ts'
import { addFactorByPasskeyRoutes } from './sign-in/factor-by-passkey.ts'
import { addPasskeyRoutes } from './sign-in/passkeys.ts'
import { addOAuthRoutes } from './oauth/oauth-routes.ts'
import { addSecondFactorRoutes } from './sign-in/second-factor.ts'
import { addTermsRoutes } from './sign-in/terms.ts'
import { addTenantRoutes } from './sign-in/tenants.ts'
import { addNotificationRoutes } from './notifications/notifications.ts'

export function addAccountRoutesOf(
  instance: FastifyInstance,
  application: Application,
  exchange: (request: FastifyRequest) => Promise<Exchange>,
): void {
  addPeopleRoutes(instance, application, exchange)
  addInvitingRoutes(instance, application, exchange)
  addAccountRoutes(instance, application, exchange)
  addIdentityRoutes(instance, application, exchange)
  addApiKeyRoutes(instance, application, exchange)
  addPasskeyRoutes(instance, application, exchange)
  addOAuthRoutes(instance, application, exchange)
  addNotificationRoutes(instance, exchange)
  addSecondFactorRoutes(instance, application)
  addFactorByPasskeyRoutes(instance, application)
  addTenantRoutes(instance, exchange)
  addTermsRoutes(instance, application, exchange)
}

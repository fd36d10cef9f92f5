// The environment → clients for everything outside the application: services of point 7, and OpenID providers of point
// 6.

import type { Application } from '@ninefold/server/gate/context/application.ts'
import { identityProvidersFrom } from './identity-providers.ts'
import { servicesFrom } from './services-out.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Outside = Required<Pick<Application, 'services' | 'identityProviders'>>

/** `isDeveloped`: private addresses and plain HTTP are permitted. */
export function outsideFrom(environment: Environment, isDeveloped: boolean): Outside {
  return {
    services: servicesFrom(environment, isDeveloped),
    identityProviders: identityProvidersFrom(environment, isDeveloped),
  }
}

import { appVersion } from '#lib/app-version.ts'
import type { Api } from './platform/api.ts'

/** Describes the security scheme `session`: the cookie that signing in sets. */
export function describeSession(app: Api): void {
  const description =
    'Set at sign-in; over https it is named `__Host-session`. A scope is the role that an endpoint requires.'
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description,
  })
}

/** The OpenAPI 3.1 document of the app's contract. */
export function describeApi(app: Api, siteName = 'Promptarium') {
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: `${siteName} API`,
      version: appVersion,
      description:
        'A community catalogue of AI prompts. Errors are `{ error, code, requestId }`; lists page by cursor.',
    },
  })
}

export type ApiDescription = ReturnType<typeof describeApi>

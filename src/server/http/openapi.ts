import { tokenPrefix } from '#features/tokens/server/token-text.ts'
import { appVersion } from '#lib/app-version.ts'
import type { Api } from '#platform/api.ts'
import { addExamples } from './openapi-examples.ts'

/** Describes the two ways to authenticate: `session`, the cookie that signing in sets, and `token`, an API token. */
export function describeAccess(app: Api): void {
  const description =
    'Set at sign-in. Over https, its name is `__Host-session`. A scope is the role that an endpoint requires.'
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description,
  })
  app.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: `${tokenPrefix}...`,
    description:
      'An API token, created in the settings. A scope is a permission that the token needs: `read`, `write` or `run`. Operations without this scheme refuse tokens, except public reads.',
  })
}

/** Returns the OpenAPI 3.1 document that describes the API. */
export function describeApi(app: Api, siteName = 'Promptarium') {
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: `${siteName} API`,
      version: appVersion,
      description:
        'A community catalogue of AI prompts. Errors have the form `{ error, code, requestId }`. Lists are paged with a cursor.',
    },
  })
  addExamples(document)
  return document
}

export type ApiDescription = ReturnType<typeof describeApi>

import { appVersion } from '#lib/app-version.ts'
import type { Api } from './platform/api.ts'

/** The OpenAPI 3.1 document of everything that the app's contract holds. */
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

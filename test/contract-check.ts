import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { ApiDescription } from '#server/http/openapi.ts'

type ResponseDescription = { content?: Record<string, { schema?: object }> }
type Operation = { responses?: Record<string, ResponseDescription> }

/**
 * Paths that the OpenAPI document doesn't describe: the API's documentation, and CSV files, which the summaries of
 * other endpoints mention.
 */
const pathsWithoutDescription = ['/api/openapi.json', '/api/user/credits/history.csv', '/api/leaderboard.csv']

/** Returns a function that throws an Error if a response doesn't match the API's OpenAPI document. */
export function createContractCheck(description: ApiDescription) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'api', ...description })
  const validators = new Map<string, ValidateFunction>()
  const paths = Object.entries(description.paths ?? {}).map(([path, item]) => ({
    path,
    pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
    item: item as Record<string, Operation>,
  }))

  return (method: string, address: string, status: number, body: unknown) => {
    const { pathname } = new URL(address, 'http://site')
    // As in the router, paths without parameters take precedence over paths with parameters.
    const match = paths
      .filter(({ pattern }) => pattern.test(pathname))
      .sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0]
    if (!match) {
      if (!/^\/api(\/|$)/.test(pathname) || pathsWithoutDescription.includes(pathname)) return
      throw new Error(
        `${pathname} isn't a path of the contract. To request a path that doesn't exist, use testSite.app.request.`,
      )
    }
    const responses = match.item[method.toLowerCase()]?.responses
    // Operations don't list the errors that every path may return (403, 405, 413, 415), so an unlisted error passes.
    const response = responses?.[String(status)]
    if (!response) {
      if (status < 400) throw new Error(`${method} ${match.path} returned ${status}, which the contract doesn't list.`)
      return
    }
    if (!response.content?.['application/json']) return
    const key = [
      'paths',
      match.path,
      method.toLowerCase(),
      'responses',
      status,
      'content',
      'application/json',
      'schema',
    ]
    const pointer = `api#/${key.map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: pointer })
    validators.set(pointer, validate)
    if (!validate(body)) {
      throw new Error(
        `${method} ${address} returned ${status} with a body that the contract doesn't allow: ${ajv.errorsText(validate.errors)}`,
      )
    }
  }
}

import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { ApiDescription } from './openapi.ts'

type Operation = {
  summary?: string
  security?: { session?: string[]; token?: string[] }[]
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>
}
type Schema = {
  $ref?: string
  type?: string | string[]
  items?: Schema
  enum?: unknown[]
  properties?: Record<string, Schema>
  default?: unknown
  anyOf?: Schema[]
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

/** Allows only scripts and styles from this site, and requests to it. Swagger UI's icons are `data:` images. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'none'",
].join('; ')

/**
 * Creates the handlers that respond with the description of the API, as JSON or as a page. The page is a list that
 * needs no JavaScript; with JavaScript, `public/api-docs.js` replaces the list with Swagger UI. The first request
 * builds the JSON and the page for all requests.
 */
export function createApiDocs(describe: () => ApiDescription) {
  let built: { json: string; page: string } | undefined
  const build = () => {
    const description = describe()
    return { json: JSON.stringify(description), page: String(pageOf(description)) }
  }
  return {
    respondWithJson(c: Context) {
      built ??= build()
      return c.body(built.json, 200, { 'Content-Type': 'application/json' })
    },
    respondWithPage(c: Context) {
      built ??= build()
      return c.html(built.page, 200, { 'Content-Security-Policy': contentSecurityPolicy })
    },
  }
}

function pageOf(description: ApiDescription) {
  const operations = Object.entries(description.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = (item as Record<string, Operation | undefined>)[method]
      return operation ? [{ method: method.toUpperCase(), path, operation }] : []
    }),
  )
  const schemas = Object.entries((description.components?.schemas ?? {}) as Record<string, Schema>)
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${description.info.title}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/swagger-ui/swagger-ui.css">
<link rel="stylesheet" href="/api-docs.css">
<script src="/swagger-ui/swagger-ui-bundle.js" defer></script><script src="/api-docs.js" defer></script></head>
<body><div id="swagger-ui"></div><main id="list">
<h1>${description.info.title}</h1>
<p>${description.info.description}</p>
<p>For programs: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI ${description.openapi}).</p>
<h2>Endpoints</h2>
${operations.map(operationSection)}
<h2>Schemas</h2>
${schemas.map(([name, schema]) => html`<section id="${name}"><h3>${name}</h3><pre><code>${fieldsOf(schema)}</code></pre></section>`)}
</main></body></html>`
}

function operationSection({ method, path, operation }: { method: string; path: string; operation: Operation }) {
  return html`<section><h3><code>${method} ${path}</code></h3>
<p>${operation.summary}${accessText(operation)}</p>
${operation.parameters?.length ? html`<ul>${operation.parameters.map((p) => html`<li><code>${p.name}</code> (${p.in}${p.required ? ', required' : ''}): ${typeTextOf(p.schema)}</li>`)}</ul>` : ''}
<ul>${Object.entries(operation.responses ?? {}).map(
    ([status, response]) =>
      html`<li>${status}: ${response.description} ${linkTo(response.content?.['application/json']?.schema)}</li>`,
  )}</ul></section>`
}

/** Says who may call an operation, according to `security` in the contract. Returns '' if everybody may. */
function accessText({ security }: Operation): string {
  if (!security) return ''
  const role = security.find(({ session }) => session)?.session?.[0]
  const scope = security.find(({ token }) => token)?.token?.[0]
  const who = role === 'admin' ? 'admins' : role === 'moderator' ? 'moderators and admins' : 'members'
  return scope ? ` (for ${who}; API tokens: ${scope})` : ` (for ${who})`
}

function linkTo(schema: Schema | undefined) {
  const name = schema?.$ref?.split('/').pop() ?? schema?.items?.$ref?.split('/').pop()
  return name ? html`<a href="#${name}">${typeTextOf(schema)}</a>` : raw('')
}

function typeTextOf(schema: Schema | undefined): string {
  if (!schema) return 'any'
  if (schema.$ref) return schema.$ref.split('/').pop() ?? ''
  if (schema.anyOf) return schema.anyOf.map(typeTextOf).join(' | ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const base = schema.type === 'array' ? `${typeTextOf(schema.items)}[]` : String(schema.type ?? 'object')
  return schema.default === undefined ? base : `${base} = ${JSON.stringify(schema.default)}`
}

function fieldsOf(schema: Schema): string {
  return Object.entries(schema.properties ?? {})
    .map(([name, field]) => `${name}: ${typeTextOf(field)}`)
    .join('\n')
}

import type { ReferenceOperation } from './contract.ts'

/** What readers replace in an example with their own. */
export const tokenPlace = 'YOUR_TOKEN'
const sessionPlace = 'YOUR_SESSION'

type Requested = Pick<ReferenceOperation, 'method' | 'path' | 'credentials' | 'parameters' | 'body'>

/** Returns a command that calls an operation in a shell. `origin`: the address of the site. */
export function curlExample(operation: Requested, origin: string): string {
  const { method, body } = operation
  const lines = [`curl '${addressOf(operation, origin)}'`]
  if (method !== 'GET' && !(method === 'POST' && body)) lines.push(`-X ${method}`)
  for (const [name, value] of headersOf(operation, origin)) lines.push(`-H '${name}: ${value}'`)
  if (body) lines.push(body.example === null ? '--data-binary @FILE' : `-d '${body.example.replaceAll("'", "'\\''")}'`)
  return lines.join(' \\\n  ')
}

/** Returns code that calls an operation in Node, Deno or Bun, and prints the response. */
export function scriptExample(operation: Requested, origin: string): string {
  const { method, body } = operation
  const headers = headersOf(operation, origin)
  const options = [
    method !== 'GET' && `method: '${method}',`,
    headers.length > 0 &&
      `headers: { ${headers.map(([name, value]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: '${value}'`).join(', ')} },`,
    body && (body.example === null ? 'body: file,' : `body: JSON.stringify(${body.example.replaceAll('\n', '\n  ')}),`),
  ].filter(Boolean)
  const address = `'${addressOf(operation, origin)}'`
  const call = options.length > 0 ? `${address}, {\n  ${options.join('\n  ')}\n}` : address
  return `const response = await fetch(${call})\nconsole.log(response.status, await response.text())`
}

/** The address of a request: names of its path's places in capitals, and parameters that are required or have examples. */
function addressOf({ path, parameters }: Requested, origin: string): string {
  const query = parameters
    .filter(({ place, required, example }) => place === 'query' && (required || example))
    .map(({ name, example }) => `${name}=${example ? valueInAddress(example) : name.toUpperCase()}`)
  return `${origin}${path.replace(/\{(\w+)\}/g, (_, name) => name.toUpperCase())}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

const valueInAddress = (value: string) => encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%20', '+')

function headersOf({ credentials, body }: Requested, origin: string): [string, string][] {
  const headers: [string, string][] = []
  if (credentials === 'token') headers.push(['Authorization', `Bearer ${tokenPlace}`])
  if (credentials === 'session')
    headers.push(['Cookie', `${origin.startsWith('https:') ? '__Host-' : ''}session=${sessionPlace}`])
  if (body) headers.push(['Content-Type', body.mediaType])
  return headers
}

import { slugify } from '#lib/slug.ts'
import { parseWebAddress } from '#lib/web-address.ts'

/** How to connect a program: by a `command`, a `link` that opens it, or a `setting` for its settings file. */
export type ClientSetup = { client: string; command?: string; link?: string; setting?: string }

const loopback = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/
/** Matches names and IP addresses that are valid only in a local network. */
const local =
  /^(?:[^.:[]+|.+\.(?:home|internal|lan|local|test)|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|169\.254(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[f[cde].*\])$/

/**
 * Returns what can connect to an endpoint: `web` means apps on the web and programs, `programs` only programs, and
 * `computer` only programs on the computer that runs the site. `unknown` means that the address has no host.
 */
export function reachOf(address: string): 'web' | 'programs' | 'computer' | 'unknown' {
  const url = parseWebAddress(address)
  if (!url) return 'unknown'
  const { protocol, hostname } = url
  if (loopback.test(hostname)) return 'computer'
  return protocol === 'https:' && !local.test(hostname) ? 'web' : 'programs'
}

/** Returns how to connect known programs to a site. `address` is the URL of its endpoint. */
export function clientSetups({ siteName, address }: { siteName: string; address: string }): ClientSetup[] {
  const name = slugify(siteName) || 'prompts'
  const config = JSON.stringify({ name, type: 'http', url: address })
  const cursorConfig = btoa(JSON.stringify({ url: address }))
  return [
    { client: 'Claude Code', command: `claude mcp add --transport http ${name} ${address}` },
    { client: 'VS Code', link: `vscode:mcp/install?${encodeURIComponent(config)}` },
    {
      client: 'Cursor',
      link: `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${encodeURIComponent(cursorConfig)}`,
    },
    { client: 'Codex', command: `codex mcp add ${name} --url ${address}` },
    { client: 'Gemini CLI', command: `gemini mcp add --transport http ${name} ${address}` },
    {
      client: 'Others',
      setting: JSON.stringify({ mcpServers: { [name]: { type: 'http', url: address } } }, null, 2),
    },
  ]
}

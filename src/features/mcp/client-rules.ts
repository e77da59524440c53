import { slugify } from '#lib/slug.ts'
import { t } from '#lib/texts.ts'
import { parseWebAddress } from '#lib/web-address.ts'
import { cutText } from '#lib/well-formed.ts'

/** How to connect a program: by a `command`, or by a `setting` for its settings file. */
export type ClientSetup = { client: string; command?: string; setting?: string }

/** A server that an app can add: its name for people, and the URL of its endpoint. */
export type NamedServer = { title: string; address: string }

export type AppName = 'Claude' | 'ChatGPT' | 'VS Code' | 'Cursor'

/**
 * An app that opens its form for a new server when a `link` is followed. `isOnWeb`: the app connects from its vendor's
 * servers. `mustPaste`: the link can't fill in the address.
 */
export type AppLink = { app: AppName; link: string; isOnWeb: boolean; mustPaste: boolean }

/** With the names of our tools, longer names of servers exceed the 64 characters that clients allow. */
const nameMax = 32

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

/** Whether an app can connect to an address, as far as the address says. */
export function canReach({ isOnWeb }: AppLink, address: string): boolean {
  const reach = reachOf(address)
  return !isOnWeb || reach === 'web' || reach === 'unknown'
}

/** Returns the links of “Add to Claude”, “Add to ChatGPT”, “Add to VS Code” and “Add to Cursor”. */
export function appLinks({ title, address }: NamedServer): AppLink[] {
  const name = nameOf(title)
  const connector = new URLSearchParams({
    modal: 'add-custom-connector',
    // A page from right to left isolates the names in its texts.
    connectorName: title.replace(/[\u2066-\u2069]/g, ''),
    connectorUrl: address,
  })
  const config = JSON.stringify({ name, type: 'http', url: address })
  const cursorConfig = encodeURIComponent(btoa(JSON.stringify({ url: address })))
  return [
    { app: 'Claude', link: `https://claude.ai/customize/connectors?${connector}`, isOnWeb: true, mustPaste: false },
    { app: 'ChatGPT', link: 'https://chatgpt.com/plugins', isOnWeb: true, mustPaste: true },
    { app: 'VS Code', link: `vscode:mcp/install?${encodeURIComponent(config)}`, isOnWeb: false, mustPaste: false },
    {
      app: 'Cursor',
      link: `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${cursorConfig}`,
      isOnWeb: false,
      mustPaste: false,
    },
  ]
}

/** Returns how to connect other known programs. */
export function clientSetups({ title, address }: NamedServer): ClientSetup[] {
  const name = nameOf(title)
  return [
    { client: 'Claude Code', command: `claude mcp add --transport http ${name} ${address}` },
    { client: 'Codex', command: `codex mcp add ${name} --url ${address}` },
    { client: 'Gemini CLI', command: `gemini mcp add --transport http ${name} ${address}` },
    { client: 'Antigravity', setting: settingFor(name, { serverUrl: address }) },
    { client: t('Others'), setting: settingFor(name, { type: 'http', url: address }) },
  ]
}

/** Returns how to connect programs that send an API token instead of signing in. */
export function tokenSetups({ title, address }: NamedServer): ClientSetup[] {
  const name = nameOf(title)
  const headers = { Authorization: 'Bearer ptm_...' }
  return [
    {
      client: t('{client} with a token', { client: 'Claude Code' }),
      command: `claude mcp add --transport http ${name} ${address} --header "Authorization: ${headers.Authorization}"`,
    },
    {
      client: t('{client} with a token', { client: 'Codex' }),
      command: `codex mcp add ${name} --url ${address} --bearer-token-env-var PROMPTS_TOKEN`,
    },
    { client: t('Others with a token'), setting: settingFor(name, { type: 'http', url: address, headers }) },
  ]
}

/** Returns a name that clients accept: letters, digits and hyphens, at most `nameMax` characters. */
function nameOf(title: string): string {
  const name = cutText(slugify(title), nameMax)
  return (name.endsWith('-') ? name.slice(0, -1) : name) || 'prompts'
}

const settingFor = (name: string, server: object) => JSON.stringify({ mcpServers: { [name]: server } }, null, 2)

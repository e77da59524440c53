import { slugify } from '#lib/slug.ts'

/** How a program is connected: a line for a terminal, a link that opens it, or a setting in its file. */
export type Connecting = { client: string; line?: string; link?: string; setting?: string }

/** How known programs are connected to a site. `address`: that of its endpoint. */
export function connectingTo({ siteName, address }: { siteName: string; address: string }): Connecting[] {
  const name = slugify(siteName) || 'prompts'
  const config = JSON.stringify({ name, type: 'http', url: address })
  const cursorConfig = btoa(JSON.stringify({ url: address }))
  return [
    { client: 'Claude Code', line: `claude mcp add --transport http ${name} ${address}` },
    { client: 'VS Code', link: `vscode:mcp/install?${encodeURIComponent(config)}` },
    {
      client: 'Cursor',
      link: `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${encodeURIComponent(cursorConfig)}`,
    },
    { client: 'Codex', line: `codex mcp add ${name} --url ${address}` },
    { client: 'Gemini CLI', line: `gemini mcp add --transport http ${name} ${address}` },
    {
      client: 'Others',
      setting: JSON.stringify({ mcpServers: { [name]: { type: 'http', url: address } } }, null, 2),
    },
  ]
}

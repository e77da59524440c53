import { slugify } from '#lib/slug.ts'

/** How to connect a program: a command line, a link that opens it, or an entry in its settings file. */
export type ClientSetup = { client: string; line?: string; link?: string; setting?: string }

/** How to connect known programs to a site. `address`: the URL of its endpoint. */
export function clientSetups({ siteName, address }: { siteName: string; address: string }): ClientSetup[] {
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

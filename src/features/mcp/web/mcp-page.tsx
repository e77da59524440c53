import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type ClientSetup, clientSetups } from '#features/mcp/client-rules.ts'
import { mcpPath } from '#features/mcp/rules.ts'
import { PageHead } from '#ui/page-head.tsx'
import { absolute } from '#web/site-facts.ts'
import { CodeLine } from './code-line.tsx'

/** The page of /mcp: what the endpoint offers, and how to connect programs to it. */
export function McpPage({ siteName }: { siteName: string }) {
  const [address, setAddress] = useState(absolute(mcpPath))
  // Without PUBLIC_URL, only the browser knows the host.
  useEffect(() => setAddress(new URL(mcpPath, location.href).href), [])
  return (
    <div className="wrap">
      <PageHead title="Use prompts in your AI app">
        This address is an MCP server. Apps that speak the Model Context Protocol can list, search and fill in the
        prompts of {siteName}.
      </PageHead>
      <h2 className="mb-3 text-h3">Connect an app</h2>
      <dl className="grid max-w-[42rem] gap-5">
        {clientSetups({ siteName, address }).map((setup) => (
          <div key={setup.client} className="grid gap-2">
            <dt className="font-semibold">{setup.client}</dt>
            <dd>
              <Connect {...setup} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="prose">
        <h2>What it offers</h2>
        <p>
          Prompts, as slash commands: the featured ones, or with a token what you saved and wrote. Blanks are arguments.
          Apps that show forms ask for missing ones.
        </p>
        <p>
          Tools, for the model: <code>search_prompts</code>, <code>get_prompt</code>, <code>search_tools</code>,{' '}
          <code>search</code> and <code>fetch</code>. They only read.
        </p>
        <p>Skills: each prompt as a SKILL.md, with its digest, author, license and version.</p>
        <h2>Your own prompts</h2>
        <p>
          Reading needs no account. With an API token from your{' '}
          <Link to="/settings" className="link">
            settings
          </Link>
          , the app lists your saved prompts and your own, and <code>list_suggested_edits</code> reads what others
          suggest. A token with write access adds two tools: <code>save_prompt</code>, and <code>create_prompt</code>,
          which makes drafts only you can see. Send the token as this header:
        </p>
        <div className="my-3">
          <CodeLine text="Authorization: Bearer ptm_..." about="as the header" />
        </div>
        <p>
          Members write the texts. Read a prompt before you let an app act on it. For other programs there is the{' '}
          <a href="/api/docs" className="link">
            REST API
          </a>
          .
        </p>
      </div>
    </div>
  )
}

function Connect({ client, line, link, setting }: ClientSetup) {
  if (link)
    return (
      <a href={link} className="btn">
        Install in {client}
      </a>
    )
  return <CodeLine text={line ?? setting ?? ''} about={`for ${client}`} />
}

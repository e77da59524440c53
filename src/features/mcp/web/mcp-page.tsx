import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { absolute } from '#client/site-facts.ts'
import { clientSetups, reachOf } from '#features/mcp/client-rules.ts'
import { mcpPath } from '#features/mcp/rules.ts'
import { PageHead } from '#ui/page-head.tsx'
import { Section } from '#ui/section.tsx'
import { ChatSetups } from './chat-setups.tsx'
import { CodeLine } from './code-line.tsx'

const benefits = [
  { title: 'Just ask', text: '“Find a prompt for a cover letter”: the app finds one, reads it and fills it in.' },
  {
    title: 'Or type a slash',
    text: 'In many apps, featured prompts are slash commands that ask you to fill in their blanks.',
  },
  { title: 'Bring your own', text: 'With a token, an app lists the prompts that you saved or wrote.' },
]

/** What can use the address. The texts are about equally long, so nothing moves when the browser fills in the host. */
const reachTexts = {
  web: 'Apps on the web and other programs can use this address.',
  programs: 'Apps on the web need a public https address. Programs can use this one.',
  computer: 'Apps on the web can’t reach this address; programs on this computer can.',
  unknown: 'Apps on the web can use this address if it’s public and begins with https.',
}

/** Shows the page at /mcp: the endpoint's address, how to connect apps to it, and what you can do once connected. */
export function McpPage({ siteName }: { siteName: string }) {
  const [address, setAddress] = useState(absolute(mcpPath))
  // Without the setting PUBLIC_URL, only the browser knows the host.
  useEffect(() => setAddress(new URL(mcpPath, location.href).href), [])
  const reach = reachOf(address)
  const setups = clientSetups({ siteName, address })
  return (
    <div className="wrap">
      <PageHead title="Use prompts in your AI app">
        Find, fill in and use the prompts of {siteName} without leaving Claude, ChatGPT, Cursor, VS Code or another app.
        Free. No account needed.
      </PageHead>
      <div className="max-w-[42rem]">
        <CodeLine
          text={address}
          about="Server address"
          buttonClass={reach === 'web' ? 'btn btn-primary m-2' : 'btn m-2'}
        />
        <p className="mt-3">{reachTexts[reach]}</p>
        <p className="mt-3">
          Members write these prompts. Read a prompt before you let an app act on it.{' '}
          <span className="text-ink-2">Without a token, apps can only read.</span>
        </p>
      </div>
      <Section title="Connect your app">
        <h3 className="mb-3 text-lead">Chat apps</h3>
        <ChatSetups siteName={siteName} />
        <h3 className="mt-8 mb-3 text-lead">Editors and command-line tools</h3>
        <p className="mb-3 flex flex-wrap gap-2">
          {setups.map(
            ({ client, link }) =>
              link && (
                <a key={client} href={link} className="btn">
                  Install in {client}
                </a>
              ),
          )}
        </p>
        <div className="grid gap-3 md:grid-cols-2">
          <div className="grid content-start gap-3">
            {setups.map(({ client, command }) => command && <CodeLine key={client} text={command} about={client} />)}
          </div>
          {setups.map(({ client, setting }) => setting && <CodeLine key={client} text={setting} about={client} />)}
        </div>
      </Section>
      <Section title="What you can do once connected">
        <dl className="grid gap-x-8 gap-y-4 md:grid-cols-3">
          {benefits.map(({ title, text }) => (
            <div key={title}>
              <dt className="font-semibold">{title}</dt>
              <dd className="mt-1 text-ink-2">{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title="With your own prompts">
        <div className="prose">
          <p>
            Create an API token in your <Link to="/settings">settings</Link> and send it as this header. The app then
            lists what you saved or wrote instead of featured prompts, and reads edits that others suggest. With write
            access it can save prompts, and create drafts that only you can see.
          </p>
          <div className="my-3">
            <CodeLine text="Authorization: Bearer ptm_..." about="Header" />
          </div>
        </div>
      </Section>
      <details className="mt-8 border-hair border-t pt-3">
        <summary className="font-semibold">Details for developers</summary>
        <div className="prose mt-3">
          <p>
            This address is an MCP server (Model Context Protocol). It offers the featured prompts, or with a token
            those that you saved or wrote. Blanks are arguments, and apps that show forms ask for missing values.
          </p>
          <p>
            Tools that only read: <code>search_prompts</code>, <code>get_prompt</code>, <code>search_tools</code>,{' '}
            <code>search</code> and <code>fetch</code>; with a token also <code>list_suggested_edits</code>. With write
            access: <code>save_prompt</code> and <code>create_prompt</code>.
          </p>
          <p>
            Each prompt is also a skill: a SKILL.md file with author, license and version, listed with its hash. For
            other programs there is the <a href="/api/docs">REST API</a>.
          </p>
        </div>
      </details>
    </div>
  )
}

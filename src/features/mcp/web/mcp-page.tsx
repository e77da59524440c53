import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAddress } from '#client/use-address.ts'
import { type ClientSetup, clientSetups, tokenSetups } from '#features/mcp/client-rules.ts'
import { mcpMemberPath, mcpPath } from '#features/mcp/rules.ts'
import { msg, t, translate } from '#lib/texts.ts'
import { CodeLine } from '#ui/code-line.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Section } from '#ui/layout/section.tsx'
import { rich } from '#ui/rich.ts'
import { ServerAddress } from './add-to-app.tsx'
import { AppSteps } from './app-steps.tsx'

const benefits = [
  {
    title: msg('Just ask'),
    text: msg('“Find a prompt for a cover letter”: the app finds one, reads it and fills it in.'),
  },
  {
    title: msg('Or type a slash'),
    text: msg('In many apps, featured prompts are slash commands that ask you to fill in their blanks.'),
  },
  { title: msg('Bring your own'), text: msg('If you sign in, an app lists the prompts that you saved or wrote.') },
]

/** Shows the page at /mcp: the endpoints' addresses, what you can do once connected, and how to add them to apps. */
export function McpPage({ siteName, isClosed }: { siteName: string; isClosed: boolean }) {
  const [isOwn, setOwn] = useState(isClosed)
  // The settings link here to what is about the member's own prompts.
  useEffect(() => {
    if (location.hash === '#own') setOwn(true)
  }, [])
  const address = useAddress(isOwn ? mcpMemberPath : mcpPath)
  const server = { title: isOwn ? `My ${siteName}` : siteName, address }
  return (
    <div className="wrap">
      <PageHead title={t('Use prompts in your AI app')}>
        {t(
          'Find, fill in and use the prompts of {siteName} without leaving Claude, ChatGPT, Cursor, VS Code or another app.',
          { siteName },
        )}
        {!isClosed && ` ${t('Free. No account needed.')}`}
      </PageHead>
      <dl className="mb-8 grid gap-x-8 gap-y-3 border-ink border-t-2 pt-3 md:grid-cols-3">
        {benefits.map(({ title, text }) => (
          <div key={translate(title)}>
            <dt className="font-semibold">{translate(title)}</dt>
            <dd className="mt-0.5 text-ink-2 text-small">{translate(text)}</dd>
          </div>
        ))}
      </dl>
      <div className="max-w-[42rem]">
        {!isClosed && (
          <fieldset className="seg mb-3">
            <legend className="sr-only">{t('Which prompts')}</legend>
            <button type="button" aria-pressed={!isOwn} onClick={() => setOwn(false)}>
              {t('Public prompts')}
            </button>
            <button type="button" aria-pressed={isOwn} onClick={() => setOwn(true)}>
              {t('Your prompts, too')}
            </button>
          </fieldset>
        )}
        <ServerAddress address={address} isPrimary />
        <p className="mt-3">
          {isOwn ? (
            <>
              {rich(
                'The app asks you to sign in. It then also finds what you wrote, saved and follow, and if you allow it, it saves prompts and writes drafts that only you can see. You can remove it in your <link>settings</link>.',
                {
                  link: (text) => (
                    <Link to="/settings" hash="apps" className="link">
                      {text}
                    </Link>
                  ),
                },
              )}
            </>
          ) : (
            t('The app needs no account and can only read.')
          )}{' '}
          <span className="text-ink-2">
            {t('Members write these prompts. Read a prompt before you let an app act on it.')}
          </span>
        </p>
      </div>
      <Section title={t('Add to your app')}>
        <AppSteps server={server} signsIn={isOwn} />
      </Section>
      <Section title={t('Other programs')}>
        <Setups setups={clientSetups(server)} />
        <p className="mt-3 text-ink-2 text-small">
          {t(
            'Gemini CLI works with an API key or a company license; for personal accounts, Antigravity has replaced it. Its settings are in ~/.gemini/config/mcp_config.json.',
          )}
        </p>
      </Section>
      {isOwn && (
        <Section title={t('Programs that send a token')}>
          <p className="mb-3 max-w-[42rem]">
            {rich(
              'A program that can’t open a sign-in page sends an API token, which you create in your <link>settings</link>. Replace ptm_... with it. Codex reads it from the variable PROMPTS_TOKEN.',
              {
                link: (text) => (
                  <Link to="/settings" hash="tokens" className="link">
                    {text}
                  </Link>
                ),
              },
            )}
          </p>
          <Setups setups={tokenSetups(server)} />
        </Section>
      )}
      <details className="mt-8 border-hair border-t pt-3">
        <summary className="font-semibold">{t('Details for developers')}</summary>
        <div className="prose mt-3">
          <p>
            {t(
              'The address is an MCP server (Model Context Protocol). It offers the featured prompts, or if you signed in those that you saved or wrote. Blanks are arguments, and apps that show forms ask for missing values.',
            )}
          </p>
          <p>
            {rich(
              'Tools that only read: <code>search_prompts</code>, <code>get_prompt</code>, <code>search_tools</code>, <code>search</code> and <code>fetch</code>; if you signed in also <code>list_suggested_edits</code>. With write access: <code>save_prompt</code> and <code>create_prompt</code>.',
              { code: (text) => <code>{text}</code> },
            )}
          </p>
          <p>
            {rich(
              'Each prompt is also a skill: a SKILL.md file with author, license and version, listed with its hash. For other programs there is the <link>REST API</link>.',
              { link: (text) => <Link to="/api/docs">{text}</Link> },
            )}
          </p>
        </div>
      </details>
    </div>
  )
}

/** Shows commands on the left and settings, which are longer, on the right. */
function Setups({ setups }: { setups: ClientSetup[] }) {
  const columns = [setups.filter(({ command }) => command), setups.filter(({ setting }) => setting)]
  return (
    <div className="grid items-start gap-x-8 gap-y-3 md:grid-cols-2">
      {columns.map((column) => (
        <div key={column[0]?.client} className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {column.map(({ client, command, setting }) => (
            <CodeLine key={client} text={command ?? setting ?? ''} about={client} />
          ))}
        </div>
      ))}
    </div>
  )
}

import type { ReactNode } from 'react'
import { type AppName, appLinks, canReach, type NamedServer } from '#features/mcp/client-rules.ts'
import { t } from '#lib/texts.ts'
import { rich } from '#ui/rich.ts'
import { AddToApp } from './add-to-app.tsx'

type Steps = { availability: string; steps: ReactNode[]; help: { label: string; url: string } }

/**
 * Shows how to add a server to each app with a button “Add to …”. The steps follow the vendors' help pages, which are
 * linked. `signsIn`: whether the app will ask its user to sign in.
 */
export function AppSteps({ server, signsIn }: { server: NamedServer; signsIn: boolean }) {
  return (
    <div className="grid items-start gap-x-8 gap-y-6 md:grid-cols-2">
      {appLinks(server).map((target) => {
        const { availability, steps, help } = stepsOf(server.title, signsIn)[target.app]
        return (
          <section key={target.app} aria-label={target.app} className="border-hair border-t pt-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="text-lead">{target.app}</h3>
              <AddToApp target={target} address={server.address} />
            </div>
            {!canReach(target, server.address) && (
              <p className="mt-1 text-end text-small">
                {t('{app} needs a public address that begins with https.', { app: target.app })}
              </p>
            )}
            <p className="mt-1 text-ink-2 text-small">{availability}</p>
            <ol className="mt-3 grid list-decimal gap-1.5 ps-5">
              {steps.map((step, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the steps never move.
                <li key={index}>{step}</li>
              ))}
            </ol>
            <p className="mt-3 text-small">
              {rich('If the menus differ: {link}', {
                link: (
                  <a href={help.url} className="link">
                    {help.label}
                  </a>
                ),
              })}
            </p>
          </section>
        )
      })}
    </div>
  )
}

function stepsOf(title: string, signsIn: boolean): Record<AppName, Steps> {
  const signIn = signsIn ? [<>{t('Sign in here when the app asks, and allow what it may do.')}</>] : []
  return {
    Claude: {
      availability: t(
        'On the web or in the desktop app, then also on phones. The free plan allows one custom connector; on Team and Enterprise, an owner adds connectors.',
      ),
      help: { label: t('Claude’s help'), url: 'https://support.claude.com/en/articles/11175166' },
      steps: [
        <>
          {rich(
            'The button opens Claude’s form. Otherwise open <b>Customize</b>, <b>Connectors</b>, and select {b2}, <b>Add custom connector</b>.',
            { b: (text) => <b>{text}</b>, b2: <b>+</b> },
          )}
        </>,
        <>
          {rich('Check the name ({title}) and the server address, and select <b>Add</b>.', {
            title,
            b: (text) => <b>{text}</b>,
          })}
        </>,
        ...signIn,
        <>
          {rich('In a chat, turn the connector on under <b>Connectors</b> in the {b2} menu.', {
            b: (text) => <b>{text}</b>,
            b2: <b>+</b>,
          })}
        </>,
      ],
    },
    ChatGPT: {
      availability: t('On the web. Your workspace decides who may add servers, and OpenAI marks them as risky.'),
      help: { label: t('OpenAI’s guide'), url: 'https://developers.openai.com/api/docs/guides/custom-mcp-server' },
      steps: [
        <>
          {rich(
            'The button copies the server address and opens <b>Plugins</b>. Select {b2}, <b>Add custom MCP server</b>.',
            { b: (text) => <b>{text}</b>, b2: <b>+</b> },
          )}
        </>,
        <>
          {rich('Enter {title} as the name, paste the address as <b>Server URL</b>, and choose {b2}.', {
            title,
            b: (text) => <b>{text}</b>,
            b2: <b>{signsIn ? t('OAuth') : t('No authentication')}</b>,
          })}
        </>,
        <>
          {rich('Confirm the warning, select <b>Create as a plugin</b>, then install it.', {
            b: (text) => <b>{text}</b>,
          })}
        </>,
        ...signIn,
      ],
    },
    'VS Code': {
      availability: t('With GitHub Copilot.'),
      help: {
        label: t('VS Code’s guide'),
        url: 'https://code.visualstudio.com/docs/copilot/customization/mcp-servers',
      },
      steps: [
        <>{rich('The button opens VS Code. Select <b>Install</b>.', { b: (text) => <b>{text}</b> })}</>,
        ...signIn,
        <>{t('In the chat, type a slash to choose a prompt, or ask for one in agent mode.')}</>,
      ],
    },
    Cursor: {
      availability: t('In the editor.'),
      help: { label: t('Cursor’s guide'), url: 'https://cursor.com/docs/mcp' },
      steps: [
        <>{rich('The button opens Cursor. Select <b>Install</b>.', { b: (text) => <b>{text}</b> })}</>,
        ...signIn,
        <>{t('In the chat, ask for a prompt.')}</>,
      ],
    },
  }
}

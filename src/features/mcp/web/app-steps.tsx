import type { ReactNode } from 'react'
import { type AppName, appLinks, type NamedServer } from '#features/mcp/client-rules.ts'
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
            <p className="mt-1 text-ink-2 text-small">{availability}</p>
            <ol className="mt-3 grid list-decimal gap-1.5 ps-5">
              {steps.map((step, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the steps never move.
                <li key={index}>{step}</li>
              ))}
            </ol>
            <p className="mt-3 text-small">
              If the menus differ:{' '}
              <a href={help.url} className="link">
                {help.label}
              </a>
            </p>
          </section>
        )
      })}
    </div>
  )
}

function stepsOf(title: string, signsIn: boolean): Record<AppName, Steps> {
  const signIn = signsIn ? [<>Sign in here when the app asks, and allow what it may do.</>] : []
  return {
    Claude: {
      availability:
        'On the web or in the desktop app, then also on phones. The free plan allows one custom connector; on Team and Enterprise, an owner adds connectors.',
      help: { label: 'Claude’s help', url: 'https://support.claude.com/en/articles/11175166' },
      steps: [
        <>
          The button opens Claude’s form. Otherwise open <b>Customize</b>, <b>Connectors</b>, and select <b>+</b>,{' '}
          <b>Add custom connector</b>.
        </>,
        <>
          Check the name ({title}) and the server address, and select <b>Add</b>.
        </>,
        ...signIn,
        <>
          In a chat, turn the connector on under <b>Connectors</b> in the <b>+</b> menu.
        </>,
      ],
    },
    ChatGPT: {
      availability: 'On the web. Your workspace decides who may add servers, and OpenAI marks them as risky.',
      help: { label: 'OpenAI’s guide', url: 'https://developers.openai.com/api/docs/guides/custom-mcp-server' },
      steps: [
        <>
          The button copies the server address and opens <b>Plugins</b>. Select <b>+</b>, <b>Add custom MCP server</b>.
        </>,
        <>
          Enter {title} as the name, paste the address as <b>Server URL</b>, and choose{' '}
          <b>{signsIn ? 'OAuth' : 'No authentication'}</b>.
        </>,
        <>
          Confirm the warning, select <b>Create as a plugin</b>, then install it.
        </>,
        ...signIn,
      ],
    },
    'VS Code': {
      availability: 'With GitHub Copilot.',
      help: { label: 'VS Code’s guide', url: 'https://code.visualstudio.com/docs/copilot/customization/mcp-servers' },
      steps: [
        <>
          The button opens VS Code. Select <b>Install</b>.
        </>,
        ...signIn,
        <>In the chat, type a slash to choose a prompt, or ask for one in agent mode.</>,
      ],
    },
    Cursor: {
      availability: 'In the editor.',
      help: { label: 'Cursor’s guide', url: 'https://cursor.com/docs/mcp' },
      steps: [
        <>
          The button opens Cursor. Select <b>Install</b>.
        </>,
        ...signIn,
        <>In the chat, ask for a prompt.</>,
      ],
    },
  }
}

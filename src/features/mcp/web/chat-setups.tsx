import type { ReactNode } from 'react'

/** Explains how to connect the Claude and ChatGPT apps. The steps follow the vendors' help pages, which are linked. */
export function ChatSetups({ siteName }: { siteName: string }) {
  return (
    <>
      <p className="mb-4">
        Both connect from their own servers, so they need a server address that is public and begins with https.
      </p>
      <div className="grid items-start gap-x-8 gap-y-6 md:grid-cols-2">
        <Chat
          name="Claude"
          availability="On the web or in the desktop app. The free plan allows one custom connector; on Team and Enterprise, an owner adds connectors."
          help={{ label: 'Claude’s help', url: 'https://support.claude.com/en/articles/11175166' }}
          steps={[
            <>
              Open <b>Customize</b>, <b>Connectors</b>, and select <b>+</b>, <b>Add custom connector</b>.
            </>,
            <>
              Enter {siteName} as the name, paste the server address, and select <b>Add</b>.
            </>,
            <>
              In a chat, turn the connector on under <b>Connectors</b> in the <b>+</b> menu.
            </>,
          ]}
        />
        <Chat
          name="ChatGPT"
          availability="On the web, with Plus, Pro, Business, Enterprise or Education, in developer mode, which OpenAI marks as risky."
          help={{ label: 'OpenAI’s guide', url: 'https://developers.openai.com/api/docs/guides/developer-mode' }}
          steps={[
            <>
              Open <b>Settings</b>, <b>Apps</b>, <b>Advanced settings</b>, and turn on <b>Developer mode</b>.
            </>,
            <>
              Select <b>Create app</b>, paste the server address, and choose <b>No Authentication</b>.
            </>,
            <>
              In a chat, select the app from <b>Developer mode</b> in the <b>+</b> menu.
            </>,
          ]}
        />
      </div>
    </>
  )
}

type ChatFacts = { name: string; availability: string; steps: ReactNode[]; help: { label: string; url: string } }

function Chat({ name, availability, steps, help }: ChatFacts) {
  return (
    <section aria-label={name} className="border-hair border-t pt-3">
      <h4 className="font-semibold">{name}</h4>
      <p className="mt-1 text-ink-2 text-small">{availability}</p>
      <ol className="mt-3 grid list-decimal gap-1.5 pl-5">
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
}

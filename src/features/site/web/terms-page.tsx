import { Link } from '@tanstack/react-router'
import { usDate } from '#lib/us-date.ts'
import { InfoPage } from './info-page.tsx'

/** When the text below last changed. */
const changedAt = '2026-11-26T00:00:00Z'

/** The terms of use. They are a template, and operators have to check them against their local law. */
export function TermsPage({ siteName }: { siteName: string }) {
  return (
    <InfoPage title="Terms" lead={`The terms for using ${siteName}. Short, because we ask little of you.`}>
      <h2>What this is</h2>
      <p>
        {siteName} is a catalogue of prompts for AI models. Reading, filling in, copying and searching are free, and you
        don’t need an account.
      </p>
      <h2>Your account</h2>
      <p>
        With an account you can publish your own prompts. Keep your password to yourself, and don’t share your account.
        You can delete it at any time in your settings, and choose whether your prompts stay without your name or are
        deleted too.
      </p>
      <h2>What you publish</h2>
      <p>
        Publish only what you have the right to publish, and choose the license under which others may use it. We may
        remove content that breaks the law or these terms, and ban people who keep publishing it.
      </p>
      <h2>The prompts</h2>
      <p>
        A prompt belongs to its author. The license beside it says what you may do with it. If it says “All rights
        reserved”, ask the author before you pass the text on.
      </p>
      <h2>What models answer</h2>
      <p>
        Prompts come without warranty. Nobody here checks what a model answers, and it may be wrong. Check it before you
        rely on it, above all in matters of health, money or law.
      </p>
      <h2>Other sites</h2>
      <p>“Run in” and other links open other companies’ sites, which have their own terms.</p>
      <h2>Fair use</h2>
      <p>
        Programs are welcome to use the <a href="/api/docs">API</a>. Don’t send so many requests that others have to
        wait, and don’t attack the site. We may block those who do.
      </p>
      <h2>No warranty</h2>
      <p>
        The site may change, be unavailable for a while, or close. As far as the law allows, its operator is not liable
        for damage from using it.
      </p>
      <h2>Questions</h2>
      <p>
        The <Link to="/contact">contact page</Link> says how to reach the operator.
      </p>
      <p className="text-ink-2 text-small">Last changed on {usDate(changedAt)}.</p>
    </InfoPage>
  )
}

import { Link } from '@tanstack/react-router'
import { InfoPage } from './info-page.tsx'

/** What holds between the site and who uses it. A template: whoever runs a site checks it against the law there. */
export function TermsPage({ siteName }: { siteName: string }) {
  return (
    <InfoPage title="Terms" lead={`What holds when you use ${siteName}. Short, because little is asked of you.`}>
      <h2>What this is</h2>
      <p>
        {siteName} is a catalogue of prompts for AI models. Reading, filling in, copying and searching are free and need
        no account.
      </p>
      <h2>Your account</h2>
      <p>
        With an account you can publish prompts of your own. Keep your password to yourself, and use one account for one
        person. You can delete it at any time in your settings; your prompts then stay without your name or go too, as
        you choose.
      </p>
      <h2>What you publish</h2>
      <p>
        Publish only what is yours to publish, and choose the licence under which others may use it. What breaks the law
        or these terms may be removed, and whoever keeps doing so may be kept out.
      </p>
      <h2>The prompts</h2>
      <p>
        A prompt belongs to its author. The licence that is named beside it says what you may do with it. Where it says
        “All rights reserved”, ask the author before you pass the text on.
      </p>
      <h2>What you get out of them</h2>
      <p>
        Prompts are given as they are. What a model answers is not checked by anybody here: it may be wrong. Check it
        before you rely on it, above all where health, money or the law is concerned.
      </p>
      <h2>Other sites</h2>
      <p>“Run in” and other links lead to sites that others run, under their own terms.</p>
      <h2>Fair use of the machine</h2>
      <p>
        Programs are welcome to use the <a href="/api/docs">API</a>. Don’t load so much at once that others have to
        wait, and don’t try to break in. Whoever does may be kept out.
      </p>
      <h2>No promise</h2>
      <p>
        The site may be changed, be away for a while, or end. As far as the law allows, its operator is not liable for
        what comes of using it.
      </p>
      <h2>Questions</h2>
      <p>
        The <Link to="/contact">contact page</Link> says how to reach the operator.
      </p>
    </InfoPage>
  )
}

import { Link } from '@tanstack/react-router'
import { InfoPage } from './info-page.tsx'

/** What this software knows of a visitor. A template for the operator, true to the code as it stands. */
export function PrivacyPage({ siteName }: { siteName: string }) {
  return (
    <InfoPage
      title="Privacy"
      lead={`What ${siteName} knows of you when you visit: close to nothing. There is no tracking and no advertising.`}
    >
      <h2>What you write into a prompt</h2>
      <p>Stays in your browser. Blanks are filled in there and are not sent to this site.</p>
      <h2>What is counted</h2>
      <p>
        When you copy a prompt, the copy is counted once in 24 hours. To know that you were counted, the server keeps a
        checksum made of your network address, your browser’s name and a random number that changes each day. Checksum
        and number are deleted after two days. The address itself is not stored.
      </p>
      <h2>What is logged</h2>
      <p>
        The server’s log says which addresses of this site were asked for and how long the answer took. That includes
        the words of a search, but not who searched: no network address and no browser name is written down. A proxy or
        host in front of the server may keep a log of its own.
      </p>
      <h2>What is in your browser</h2>
      <p>
        No cookies. A few settings of yours, listed under <Link to="/cookies">Cookies</Link>.
      </p>
      <h2>Who else learns of your visit</h2>
      <p>
        Nobody. Fonts, scripts and images come from this site alone. When you follow “Run in”, the chat that you chose
        gets the filled text from your browser and knows which site you came from only if your browser tells it: we ask
        it not to.
      </p>
      <h2>Your rights</h2>
      <p>
        You may ask the operator what is stored about you, and have it put right or deleted. The{' '}
        <Link to="/contact">contact page</Link> says how to reach them.
      </p>
    </InfoPage>
  )
}

import type { ReactNode } from 'react'
import { msg } from '#lib/texts.ts'
import { GetStarted, type StartLinks } from '#ui/lists/get-started.tsx'

/** Shows links to what can be followed, on a page that is empty because the member follows nothing yet. */
export function NothingFollowed({ children }: { children: ReactNode }) {
  return <GetStarted links={links}>{children}</GetStarted>
}

const links: StartLinks = [
  { to: '/categories', label: msg('A category'), text: msg('Hear about its new prompts.'), icon: 'layout-grid' },
  { to: '/contributors', label: msg('A person'), text: msg('Hear about what they publish.'), icon: 'user-round' },
  { to: '/prompts', label: msg('A prompt'), text: msg('Hear about its new versions.'), icon: 'file-text' },
]

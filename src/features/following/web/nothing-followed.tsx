import type { ReactNode } from 'react'
import { GetStarted, type StartLinks } from '#ui/get-started.tsx'

/** Shows links to what can be followed, on a page that is empty because the member follows nothing yet. */
export function NothingFollowed({ children }: { children: ReactNode }) {
  return <GetStarted links={links}>{children}</GetStarted>
}

const links: StartLinks = [
  { to: '/categories', label: 'A category', text: 'Hear about its new prompts.', icon: 'layout-grid' },
  { to: '/contributors', label: 'A person', text: 'Hear about what they publish.', icon: 'user-round' },
  { to: '/prompts', label: 'A prompt', text: 'Hear about its new versions.', icon: 'file-text' },
]

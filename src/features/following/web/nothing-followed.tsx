import type { ReactNode } from 'react'
import { GetStarted, type StartLinks } from '#ui/get-started.tsx'

/** What a page shows if it is empty because the member follows nothing yet. It links to what can be followed. */
export function NothingFollowed({ children }: { children: ReactNode }) {
  return <GetStarted links={links}>{children}</GetStarted>
}

const links: StartLinks = [
  { to: '/categories', label: 'A category', text: 'Hear about its new prompts.', icon: 'layout-grid' },
  { to: '/contributors', label: 'A person', text: 'Hear about what they publish.', icon: 'user-round' },
  { to: '/prompts', label: 'A prompt', text: 'Hear about its new versions.', icon: 'file-text' },
]

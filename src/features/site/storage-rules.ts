/** Something that this site keeps in a visitor's browser. `key` names it there. */
type Stored = {
  key: string
  place: 'local storage' | 'session storage'
  purpose: string
  lasts: string
}

/**
 * Everything that this site keeps in a visitor's browser. The cookies page shows this list, and its test fails when the
 * code keeps anything else.
 */
export const stored: readonly Stored[] = [
  {
    key: 'theme',
    place: 'local storage',
    purpose: 'Light or dark, when you chose one in the footer.',
    lasts: 'Until you choose Auto',
  },
  {
    key: 'singleKeys',
    place: 'local storage',
    purpose: 'That single keys are off, when you turned them off.',
    lasts: 'Until you turn them on',
  },
  {
    key: 'home-data',
    place: 'session storage',
    purpose: 'What the home page showed, so that it need not be loaded again.',
    lasts: 'Until the tab is closed',
  },
  {
    key: 'tsr-scroll-restoration-v1_3',
    place: 'session storage',
    purpose: 'How far you had scrolled, so that Back finds the place.',
    lasts: 'Until the tab is closed',
  },
  {
    key: 'tanstack_router_reload:',
    place: 'session storage',
    purpose: 'That a page was loaded anew once, after the site was updated while you read.',
    lasts: 'Until the tab is closed',
  },
]

import { type ComponentType, lazy, memo, Suspense, useState } from 'react'

/** The code of all late sections, for the server, which has to have it before it renders. */
const sections: (() => Promise<unknown>)[] = []

/** Loads the code of all late sections. The server calls it at start. */
export async function loadLateSections(): Promise<void> {
  await Promise.all(sections.map((load) => load()))
}

/** For code that fails to load: the HTML stays, and its links work. */
const stay = () => new Promise<never>(() => {})

/**
 * A section below the fold whose code loads after the page's own. The server renders it; in the browser its HTML stays as
 * it is until the code has arrived, also if that fails. Call it outside of components.
 */
export function lateSection<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  const keep = async () => {
    loaded = await load()
    return loaded
  }
  if (import.meta.env.SSR) sections.push(keep)
  const Later = lazy(() => keep().then((section) => ({ default: section }), stay)) as unknown as ComponentType<Props>
  function LateSection(props: Props) {
    const [Section] = useState(() => loaded ?? Later)
    return (
      <Suspense fallback={null}>
        <Section {...props} />
      </Suspense>
    )
  }
  // React gives up the server's HTML of a boundary that renders again before its code is there.
  return memo(LateSection) as unknown as ComponentType<Props>
}

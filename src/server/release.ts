import packageFile from '../../package.json' with { type: 'json' }

/** The version of this program from package.json, not the version tag of the specification. */
export const release = packageFile.version

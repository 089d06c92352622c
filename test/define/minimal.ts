/** A minimal dataset, suite and runner. */

export const DIGEST = `sha256:${'0'.repeat(64)}`;

export const DATASET = `title = "People"
seed = 5
[sizes.small]
documents = 3
digest = "${DIGEST}"
`;

export const suiteOf = (dataset: string, runtime: string) => `title = "All"
baseline = "${runtime}/json"
serializers = ["${runtime}/*"]
[[case]]
dataset = "${dataset}"
sizes = ["small"]
tasks = ["serialize"]
`;

/** Both its program and the file of its row are `main`. */
export const runnerOf = (runtime: string, id = 'json') => `runtime = "${runtime}"
start = ["{folder}/main"]
[[serializer]]
id = "${id}"
format = "json"
output = "text"
tasks = ["serialize"]
file = "main"
`;

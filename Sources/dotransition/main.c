// The arguments come from here: Swift's `CommandLine` reads them from /proc, which need not be there.

int dotransition(int count, char *words[]);

int main(int count, char *words[]) { return dotransition(count, words); }

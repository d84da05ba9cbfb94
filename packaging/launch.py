"""What the launcher of the application runs."""

import sys

from fastpair.ui.cli.launcher import main

sys.exit(main())
